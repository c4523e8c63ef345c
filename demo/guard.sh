# Takes the demo down when its main program ends, however it ends: that program holds the other end of standard input.
# The lines read are the cockpit's process, as it starts, and nothing, when it has ended.  guard.sh SOCKET_NAME FOLDER
cockpit=
while read -r line; do cockpit=$line; done
[ -z "$cockpit" ] || kill "$cockpit" 2>/dev/null
# A server that was being started when the program ended answers only the later call.
for pause in 0.2 1; do
  socket=$(tmux -L "$1" display-message -p '#{socket_path}' 2>/dev/null) && tmux -L "$1" kill-server
  sleep $pause
  [ -z "$socket" ] || rm -f "$socket"
  [ -n "$cockpit" ] || [ -z "$socket" ] || break
done
[ -z "$cockpit" ] || kill -9 "$cockpit" 2>/dev/null
rm -rf "$2"
