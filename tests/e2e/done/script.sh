#!/bin/sh
# A script as people write it for herdr: herdr is on PATH, JSON is cut with sed.
#
#   script.sh REPOSITORY
#
# It prints what it did, a line each.
set -eu
repository=$1

# The first value of a key in an answer.
value() { sed "s/.*\"$1\":\"\([^\"]*\)\".*/\1/"; }
first() { sed "s/\"$1\":\"/&\n/" | sed -n '2s/".*//p'; }

herdr status server | grep -q '^status: running'
here=$(herdr api snapshot | value focused_pane_id)
echo "snapshot: in front is $here"

answer=$(herdr pane split "$here" --direction right --cwd "$repository" --no-focus)
pane=$(echo "$answer" | value pane_id)
terminal=$(echo "$answer" | value terminal_id)
herdr pane list | grep -qF "\"pane_id\":\"$pane\""

herdr pane send-text "$pane" 'echo ready $((40 + 2))'
herdr pane send-keys "$pane" enter
herdr pane wait-output "$pane" --match 'ready 42' --timeout 9000 >/dev/null
herdr pane run "$pane" 'echo again $((6 * 7))'
herdr pane wait-output "$pane" --match 'again 42' --timeout 9000 | value matched_line
herdr pane read "$pane" --source recent --lines 20 | grep -c '^ready 42$'

answer=$(herdr pane move "$pane" --new-tab --label logs --no-focus)
case $answer in *"\"terminal_id\":\"$terminal\""*) echo "moved: the same program" ;; esac
herdr pane close "$pane" >/dev/null
gone=$(herdr pane get "$pane" 2>&1 >/dev/null) && exit 1
echo "closed: $(echo "$gone" | value code)"

answer=$(herdr worktree create --cwd "$repository" --branch feature --json)
workspace=$(echo "$answer" | first open_workspace_id)
echo "worktree: $(echo "$answer" | value path)"
touch "$(echo "$answer" | value path)/kept"
kept=$(herdr worktree remove --workspace "$workspace" 2>&1) && exit 1
echo "kept: $(echo "$kept" | value code)"
herdr worktree remove --workspace "$workspace" --force --json >/dev/null
! herdr workspace get "$workspace" >/dev/null 2>&1
echo removed
