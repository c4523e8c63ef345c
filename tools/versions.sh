#!/bin/sh
# Runs the suite, or the tests named, on the tmux of another release of Debian or Ubuntu: tools/versions.sh trixie [TEST…]
# Makes a root of that release the first time (about 600 MB, by debootstrap) and copies this tree into it each time.
# Needs Linux, root and debootstrap; for Ubuntu's releases its keyring too (package ubuntu-keyring, or KEYRING=FILE).
bun_version=1.4.5
cd -P -- "$(dirname -- "$0")/.." && tree=$PWD || exit 1
say() { printf 'versions: %s\n' "$1" >&2; }
fail() { say "$1" && exit 1; }

release=$1
# The script is debootstrap's for the family, since it may be older than the release.
case $release in
jammy | noble | resolute) script=gutsy mirror=http://archive.ubuntu.com/ubuntu parts=main,universe ;;
bookworm | trixie | forky | sid) script=sid mirror=http://deb.debian.org/debian parts=main ;;
*) fail "name a release: jammy (tmux 3.2a), bookworm (3.3a), noble (3.4), trixie (3.5a), resolute (3.6), forky or sid (the newest)" ;;
esac
shift
[ "$(id -u)" = 0 ] || fail "only root can make and enter another release's root"
command -v debootstrap >/dev/null || fail "debootstrap is not here: install it"

roots=${TAW_ROOTS:-/var/tmp/taw-roots}
root=$roots/$release
if [ ! -e "$root/.made" ]; then
  say "making $root"
  keyring=/usr/share/keyrings/debian-archive-keyring.gpg
  [ $script = sid ] || keyring=/usr/share/keyrings/ubuntu-archive-keyring.gpg
  [ -r "${KEYRING:=$keyring}" ] || fail "there is no $KEYRING to check $release with: install it, or say KEYRING=FILE"
  mkdir -p "$roots" && rm -rf --one-file-system "$root" || exit 1
  debootstrap --variant=minbase --components=$parts --keyring="$KEYRING" \
    --include=ca-certificates,file,fish,git,less,openssh-client,procps,python3,tmux,xz-utils,zsh \
    "$release" "$root" "$mirror" "/usr/share/debootstrap/scripts/$script" >"$root.log" 2>&1 ||
    fail "debootstrap could not make it: see $root.log"
  : >"$root/.made"
fi

# Bun and the packages are this tree's, so the root needs neither npm nor the network.
./bin/setup || exit 1
rm -rf "$root/taw" && mkdir -p "$root/taw/.tools" || exit 1
git ls-files -z --cached --others --exclude-standard | tar -c --null --ignore-failed-read -T - | tar -x -C "$root/taw" || exit 1
cp -RH node_modules "$root/taw/" && cp -RP ".tools/bun-$bun_version" "$root/taw/.tools/" || exit 1

# The mounts go with the last process of their namespace, whatever ends it.
exec unshare --mount sh -c '
  root=$1
  shift
  for folder in proc dev dev/pts; do mount --bind "/$folder" "$root/$folder" || exit 1; done
  exec chroot "$root" /usr/bin/env -i HOME=/root USER=root LANG=C.UTF-8 TERM=xterm-256color \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    sh -c '\''tmux -V >&2; exec /taw/bin/test "$@"'\'' sh "$@"
' sh "$root" "$@"
