/** The states a window's mark tells, the one that wants a person most first. */
const SIGNS = { blocked: "▲", done: "✓", working: "●", idle: "○" } as const;

/**
 * `#{E:@agent_wizard_mark}` in `window-status-format`: a blank and the sign of the window's most pressing agent, nothing
 * for a window without one. tmux reads the panes' options itself, so no process is started.
 */
export const MARK: string = Object.entries(SIGNS).reduceRight(
  (rest, [state, sign]) => `#{?#{m:*<${state}>*,#{P:<#{@agent_state}>}}, ${sign},${rest}}`,
  "",
);
