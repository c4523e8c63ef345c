import { warnUnknownHook } from "../hooks.ts";
import {
  boolean,
  choice,
  color,
  fullText,
  integer,
  list,
  number,
  oneOrMany,
  text,
  textLike,
} from "../kinds.ts";
import { keepsMachineName, machine } from "../machine.ts";
import { entries, key, unset } from "../row.ts";
import { THEME_COLORS, themeName } from "../theme.ts";

const commands = oneOrMany(fullText);

const themeColors = (): Record<`theme.custom.${string}`, ReturnType<typeof themeColor>> =>
  Object.fromEntries(THEME_COLORS.map((name) => [`theme.custom.${name}`, themeColor(name)]));

const themeColor = (name: string) => unset(color, `the colour ${name}`, { effect: "later" });

/** What taw does with sessions, hooks, machines, agents and plugins (the plugin spec's sections of those names). */
export const productTable = {
  "session.resume_agents_on_restore": key(boolean, true, "restoring a session resumes its agents", {
    effect: "later",
  }),
  "session.startup_per_agent_delay_ms": key(
    integer(0),
    100,
    "milliseconds between two agents that a restore resumes; 0 starts all at once",
    { effect: "later" },
  ),
  "sessions.name": key(
    choice(["directory", "full-path", "short-path"]),
    "directory",
    "what a session is named after its folder",
  ),
  "sessions.zoxide": key(
    boolean,
    true,
    "the picker for a new session lists zoxide's folders, and zoxide is told which were opened",
  ),
  "sessions.project_dirs": key(
    list(fullText),
    [],
    "folders whose subfolders the picker for a new session lists, and `taw open` finds by their name",
  ),
  "sessions.pre_create_hook": unset(
    fullText,
    "a command run as `<hook> <session> <dir>` before a session is made; a failure refuses it",
  ),
  "sessions.post_create_hook": unset(
    fullText,
    "a command run as `<hook> <session> <dir>` after a session was made",
  ),
  "sessions.hook_timeout_seconds": key(
    number(0, 3600),
    10,
    "how long a create hook, `pre_close` or `pre_worktree_remove` may take until it is stopped; 0 means no limit",
  ),
  "hooks.timeout_seconds": key(
    number(0, 3600),
    30,
    "how long a command hooked to an event may run until it is stopped; 0 means no limit",
  ),
  "hooks.*": entries(
    commands,
    "a command line, or a list of them, run when that happens: `pre_close` and `pre_worktree_remove` may refuse it",
    {
      keepsName: warnUnknownHook,
      dotted: true,
    },
  ),
  "machines.*": entries(machine, "a machine reached over ssh", {
    effect: "later",
    keepsName: keepsMachineName,
  }),
  "worktrees.directory": unset(
    fullText,
    "where new worktrees are made, as `<directory>/<repository>/<branch>`; unset means `~/.local/share/tmux-agent-wizard/worktrees`",
  ),
  "detection.supplements": key(
    boolean,
    true,
    "use taw's own rules beside those of each agent's documented signs",
  ),
  "detection.catalog_url": unset(
    textLike("an https address", /^https:\/\/\S+$/),
    "where newer detection manifests are looked for; unset means never",
    { effect: "later" },
  ),
  "agents.prompt_blocked": key(
    choice(["send", "refuse"]),
    "send",
    "a prompt to an agent that waits for an answer: `send` types it and warns, `refuse` does not",
    { effect: "later" },
  ),
  "grants.mode": key(
    choice(["standard", "strict"]),
    "standard",
    "what a program in a pane may do: `standard` reads, types and manages, `strict` reads and types (docs/SECURITY.md)",
  ),
  "plugins.compat_herdr_version": key(
    textLike('a version such as "0.9.3"', /^\d+\.\d+\.\d+$/),
    "0.9.3",
    "the herdr version that a plugin's min_herdr_version is compared with",
    { effect: "later" },
  ),
  "sandbox.agents.*": entries(
    textLike("the name of a sandbox profile", /^[A-Za-z0-9][A-Za-z0-9._-]*$/),
    "the sandbox profile of one kind of agent",
    { effect: "later" },
  ),
  "experimental.pane_history": key(boolean, false, "save and restore the text of panes", {
    effect: "later",
  }),
  "theme.name": unset(
    themeName,
    "the colours: `dark`, `light`, `cb-dark`, `cb-light`, `terminal`, or the brightness of a theme of herdr's",
  ),
  "theme.auto_switch": key(
    boolean,
    false,
    "choose dark or light by the terminal, whatever theme.name says",
  ),
  "theme.dark_name": unset(themeName, "the colours in the dark", { effect: "later" }),
  "theme.light_name": unset(themeName, "the colours in the light", { effect: "later" }),
  ...themeColors(),
  "theme.custom.light.*": entries(color, "a colour in the light", { effect: "none" }),
  "theme.custom.dark.*": entries(color, "a colour in the dark", { effect: "none" }),
  "remote.manage_ssh_config": key(boolean, true, "ssh is set up by its own files", {
    effect: "none",
  }),
} as const;

/** What herdr's file may hold and tmux does itself (reference/herdr/keys-config.md §2). */
export const herdrTable = {
  onboarding: unset(boolean, "herdr's first screens", { effect: "none" }),
  "server.headless_cols": key(integer(1, 65535), 120, "sizes are tmux's", { effect: "none" }),
  "server.headless_rows": key(integer(1, 65535), 40, "sizes are tmux's", { effect: "none" }),
  "terminal.default_shell": key(text, "", "the shell is tmux's default-shell", { effect: "none" }),
  "terminal.shell_mode": key(
    choice(["auto", "login", "non_login"]),
    "auto",
    "the shell is tmux's",
    {
      effect: "none",
    },
  ),
  "terminal.new_cwd": key(text, "follow", "a new pane's folder is tmux's", { effect: "none" }),
  "terminal.kitty_graphics": key(boolean, false, "pictures are tmux's", { effect: "none" }),
  "update.channel": key(choice(["stable", "preview"]), "stable", "taw updates nothing by itself", {
    effect: "none",
  }),
  "update.version_check": key(boolean, true, "taw updates nothing by itself", { effect: "none" }),
  "update.manifest_check": key(boolean, true, "see detection.catalog_url", { effect: "none" }),
  "advanced.scrollback_limit_bytes": key(
    integer(0),
    10_000_000,
    "scrollback is tmux's history-limit",
    {
      effect: "none",
      aliases: ["advanced.scrollback_lines"],
    },
  ),
  "experimental.allow_nested": key(boolean, false, "nesting is tmux's", { effect: "none" }),
  "experimental.kitty_graphics": key(boolean, false, "pictures are tmux's", { effect: "none" }),
  "experimental.reveal_hidden_cursor_for_cjk_ime": key(boolean, false, "the cursor is tmux's", {
    effect: "none",
  }),
  "experimental.cjk_ime_agents": key(list(text), [], "the cursor is tmux's", { effect: "none" }),
  "experimental.cjk_ime_cursor_shape": key(
    choice(["block", "steady_block", "underline", "steady_underline", "bar", "steady_bar"]),
    "steady_block",
    "the cursor is tmux's",
    { effect: "none" },
  ),
  "experimental.switch_ascii_input_source_in_prefix": key(boolean, false, "the prefix is tmux's", {
    effect: "none",
  }),
} as const;
