#!/bin/sh
# Loads tmux-agent-wizard: for tpm (set -g @plugin …) or run-shell. Says nothing and ends with 0, so that tmux shows no
# output; what goes wrong is said once in the status line, and `taw status` keeps saying it.
self=$0
while [ -L "$self" ]; do
  link=$(readlink -- "$self") || exit 0
  case $link in /*) self=$link ;; *) self=${self%/*}/$link ;; esac
done
case $self in */*) folder=${self%/*} ;; *) folder=. ;; esac

said=$("$folder/bin/taw" tmux load 2>&1 >/dev/null) && exit 0

# An envelope's message, else the launcher's own words; on one line, and no format for tmux.
problem=$(printf '%s\n' "$said" | sed -e 's/.*"message":"\([^"]*\)".*/taw: \1/' -e '/./!d' | head -n 1 |
  tr -d '\001-\037"\\$' | cut -c 1-300 | sed 's/#/##/g')
problem=${problem:-taw: cannot be loaded}
# Nobody may be attached yet while tmux.conf is read: the first client that comes is told.
tmux if-shell -F "#{==:#{@agent_wizard_problem},$(printf %s "$problem" | sed 's/[,}]/#&/g')}" '' "
  set-option -sF @agent_wizard_problem \"$problem\"
  if-shell -F '#{client_name}' 'display-message \"#{@agent_wizard_problem}\"' \"
    set-hook -g 'client-attached[7301]' 'display-message \\\"#{@agent_wizard_problem}\\\" ; set-hook -gu client-attached[7301]'\"
" >/dev/null 2>&1
exit 0
