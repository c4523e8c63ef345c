import { inertText } from "./inert.ts";

/**
 * THE table of error codes. `herdr` is the spelling on herdr's face where it differs, by what the failure is about
 * (decision 5; reference/herdr/gaps.md §C 6). Usage errors have no code: they are `UsageError`, exit 2, plain text.
 */
const table = {
  not_found: {
    herdr: {
      pane: "pane_not_found",
      tab: "tab_not_found",
      workspace: "workspace_not_found",
      split: "pane_split_failed",
      agent: "agent_not_found",
      "new workspace": "workspace_create_failed",
      "new tab": "tab_create_failed",
      worktree: "worktree_not_found",
      popup: "popup_not_open",
      plugin: "plugin_not_found",
      layout: "layout_not_found",
      "split of a tab": "split_not_found",
    },
    doc: "the pane, tab, workspace, agent or file that was named is not there",
  },
  invalid_argument: {
    herdr: {
      "": "invalid_params",
      worktree: "invalid_request",
      swap: "invalid_pane_swap",
      environment: "invalid_env",
      "agent name": "invalid_agent_name",
      "taken name": "agent_name_taken",
      view: "invalid_agent_view",
      "moved tab": "tab_move_failed",
      layout: "invalid_layout",
      ratio: "invalid_ratio",
      target: "invalid_target",
      "tab or pane": "layout_not_found",
    },
    doc: "an argument's value cannot be used; the message says why",
  },
  tmux_error: {
    herdr: {
      server: "server_not_running",
      "new workspace": "workspace_create_failed",
      "new tab": "tab_create_failed",
      split: "pane_split_failed",
      move: "pane_move_failed",
      "moved tab": "tab_move_failed",
      layout: "layout_apply_failed",
    },
    doc: "tmux refused, is not there, or did not answer in time",
  },
  invalid_key: { herdr: {}, doc: "a key that send-keys does not know; nothing was typed" },
  invalid_regex: { herdr: {}, doc: "a regular expression that cannot be read" },
  pane_send_failed: {
    herdr: {},
    doc: "that pane takes no input just now (a mode, input off, its program ended); nothing was typed",
  },
  timeout: { herdr: {}, doc: "what was waited for did not happen in the time given" },
  unsupported: { herdr: {}, doc: "this taw, or this tmux, cannot do that" },
  forbidden: {
    herdr: {},
    doc: "the calling pane does not hold the grant; nothing was done (docs/SECURITY.md)",
  },
  not_loaded: { herdr: {}, doc: "taw's tmux side is not loaded into that tmux server" },
  agent_not_found: { herdr: {}, doc: "no agent answers to that name or pane id" },
  agent_target_ambiguous: { herdr: {}, doc: "several agents answer to that name" },
  agent_not_running: { herdr: {}, doc: "the agent that was waited for has gone" },
  invalid_agent: { herdr: {}, doc: "the agent that a report names is blank" },
  invalid_metadata_request: {
    herdr: {},
    doc: "a report of metadata says nothing, or two things at once",
  },
  invalid_metadata_source: { herdr: {}, doc: "the source of a report of metadata cannot be used" },
  invalid_metadata_token: { herdr: {}, doc: "a token of a report of metadata cannot be used" },
  invalid_metadata_ttl: { herdr: {}, doc: "the lifetime of a report of metadata cannot be used" },
  invalid_state_label: { herdr: {}, doc: "a state label of a report of metadata names no state" },
  metadata_sequence_source_limit: {
    herdr: {},
    doc: "too many sources number their reports of tokens",
  },
  metadata_token_limit: { herdr: {}, doc: "too many tokens stand on that pane or workspace" },
  target_pane_not_found: {
    herdr: {},
    doc: "the pane to move beside is not in the tab that was named",
  },
  agent_explain_unavailable: { herdr: {}, doc: "that pane holds no agent to explain" },
  pane_layout_unavailable: { herdr: {}, doc: "tmux gave no layout for that tab" },
  workspace_group_close_required: {
    herdr: { pane: "confirmation_required", tab: "confirmation_required" },
    doc: "worktree workspaces of that workspace are open; workspace close --group closes them too",
  },
  unsupported_event_wait_match: {
    herdr: {},
    doc: "events.wait waits for a pane's agent status and for nothing else",
  },
  events_lost: {
    herdr: {},
    doc: "the reader fell so far behind that events could not be kept for it",
  },
  internal_error: { herdr: {}, doc: "a bug of taw's; the state folder's logs say more" },
  invalid_request: {
    herdr: {},
    doc: "a request on the socket that cannot be read; the message says why",
  },
  server_unavailable: { herdr: {}, doc: "the socket server is ending, or tmux does not answer it" },
  unknown_method: { herdr: {}, doc: "a method that the socket does not have" },
  not_git_worktree: { herdr: {}, doc: "that folder is in no git checkout" },
  linked_worktree_source: {
    herdr: {},
    doc: "worktrees are made from the main checkout, not from a worktree",
  },
  not_linked_worktree: {
    herdr: {},
    doc: "that workspace shows no linked worktree, and only those are removed",
  },
  ambiguous_worktree_branch: {
    herdr: {},
    doc: "several worktrees have that branch checked out",
  },
  worktree_dirty: {
    herdr: { "": "dirty_worktree_requires_force" },
    doc: "the worktree has modified or untracked files, or submodules; --force loses them",
  },
  worktree_operation_in_progress: {
    herdr: {},
    doc: "another call makes, opens or removes a worktree of that repository",
  },
  stale_worktree_operation: {
    herdr: {},
    doc: "the worktree is no longer what it was when it was opened; nothing is removed",
  },
  worktree_list_failed: { herdr: {}, doc: "git does not list the repository's worktrees" },
  worktree_create_failed: {
    herdr: {},
    doc: "git did not make the worktree; nothing of it is left",
  },
  worktree_open_failed: {
    herdr: {},
    doc: "the worktree is there and no workspace could be opened in it; the message says what is left",
  },
  worktree_remove_failed: { herdr: {}, doc: "git did not remove the worktree" },
  invalid_session_name: {
    herdr: {},
    doc: "a name that no session can have: letters, digits, `.`, `_` and `-`, 64 at most",
  },
  session_delete_failed: { herdr: {}, doc: "herdr's face: that session cannot be deleted" },
  session_stop_failed: { herdr: {}, doc: "herdr's face: tmux servers are stopped by tmux" },
  hook_refused: {
    herdr: {},
    doc: "a hook of yours refused, or took longer than it may; nothing was done",
  },
  io_error: { herdr: {}, doc: "a file or folder could not be read or written" },
} as const satisfies Record<string, { herdr: Record<string, string>; doc: string }>;

export type FailureCode = keyof typeof table;

/** What a failure is about: where herdr has a code of its own for it, or where who catches it has to know. */
export type FailureSubject =
  { [Code in FailureCode]: keyof (typeof table)[Code]["herdr"] }[FailureCode] | "taken label" | "";

/** Every code with its doc line, for docs/ERRORS.md. */
export const FAILURES: Readonly<
  Record<FailureCode, { herdr: Readonly<Record<string, string>>; doc: string }>
> = table;

/**
 * A refusal with a code from the table. The message is a full sentence: lower case first word, the id as typed, and
 * what to do next (house §10). Thrown where the fact is known; `call.ts` and the socket's server tell it.
 */
export class Failure extends Error {
  readonly code: FailureCode;
  readonly subject: FailureSubject;

  constructor(
    code: FailureCode,
    message: string,
    options: { subject?: FailureSubject; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = "Failure";
    this.code = code;
    this.subject = options.subject ?? "";
  }

  /** The code as herdr's tools know it. */
  get herdrCode(): string {
    const spellings: Readonly<Record<string, string>> = FAILURES[this.code].herdr;
    return spellings[this.subject] ?? spellings[""] ?? this.code;
  }
}

/** In characters; it may name a word that was given, which goes to a terminal. */
const LONGEST_USAGE = 2000;

/** The words were wrong, not the world: plain text on stderr, no envelope, exit 2. */
export class UsageError extends Error {
  /** A second line that says how to go on, where there is a better one than "see --help". */
  readonly next: string | null;

  constructor(message: string, next: string | null = null) {
    super(inertText(message, LONGEST_USAGE));
    this.name = "UsageError";
    this.next = next === null ? null : inertText(next, LONGEST_USAGE);
  }
}
