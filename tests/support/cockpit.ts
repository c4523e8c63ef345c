import type {
  FeedAgent,
  FeedHello,
  FeedLine,
  FeedPane,
  FeedScreen,
  FeedSpace,
  FeedState,
  FeedTmux,
  FeedWorktree,
} from "../../remote/feed/protocol.ts";
import type { Recalled } from "../../src/store/memory.ts";
import type { AgentStatus } from "../../src/core/status.ts";
import type { Folder } from "../../tui/folders.ts";
import { SOURCES } from "../../tui/folders.ts";
import type { Cmd, Msg } from "../../tui/msg.ts";
import type { Home, Model } from "../../tui/model.ts";
import { makeModel } from "../../tui/model.ts";
import { recallOf } from "../../tui/recall.ts";
import type { Settings } from "../../tui/settings.ts";
import { startOf, update } from "../../tui/update.ts";
import { frameOf } from "../../tui/view/frame.ts";
import type { Frame, Line } from "../../tui/view/spans.ts";
import { DEFAULT_SETTINGS } from "./settings.ts";

/** What a line shows, without its colours. */
export const lineText = (line: Line): string => line.map(({ text }) => text).join("");

const frameText = ({ lines }: Frame): string => lines.map(lineText).join("\n");

/** The machine's clock in every made-up line. */
export const NOW = 1_800_000_000_000;
const MINUTE = 60_000;

export const TMUX: FeedTmux = {
  socket: "/tmp/tmux-1000/default",
  version: "3.3a",
  prefix: "C-b",
  prefix2: "",
  popup_key: "a",
  notification_key: "o",
  root_keys: [],
  theme: "",
  theme_option: "",
  truecolor: true,
  term: "",
};

export function hello(change: Partial<FeedHello> = {}): FeedHello {
  return {
    type: "hello",
    taw: "0.1.0",
    protocol: 1,
    host: "studio",
    server: "4711 1799990000",
    tmux: TMUX,
    ...change,
  };
}

export function space(id: string, label: string, change: Partial<FeedSpace> = {}): FeedSpace {
  return {
    workspace_id: id,
    number: Number(id.slice(1)),
    label,
    focused: false,
    active_tab_id: `${id}:t1`,
    agent_status: "unknown",
    tokens: {},
    worktree: null,
    tmux_id: `$${id.slice(1)}`,
    cwd: `/home/you/work/${label}`,
    git: null,
    ...change,
  };
}

export function pane(
  spaceId: string,
  number: number,
  tab: string,
  change: Partial<FeedPane> = {},
): FeedPane {
  return {
    pane_id: `${spaceId}:p${number}`,
    workspace_id: spaceId,
    tab_id: `${spaceId}:t${number}`,
    focused: false,
    label: "",
    cwd: "/home/you",
    tmux_id: `%${number}`,
    tab_label: tab,
    tab_number: number,
    command: "zsh",
    width: 120,
    height: 40,
    ...change,
  };
}

/** An agent of a pane, its state `minutes` old. */
export function agent(
  of: FeedPane,
  kind: string,
  status: AgentStatus,
  minutes: number,
  text: string,
  change: Partial<FeedAgent> = {},
): FeedAgent {
  return {
    pane_id: of.pane_id,
    workspace_id: of.workspace_id,
    tab_id: of.tab_id,
    agent: kind,
    name: "",
    display_agent: "",
    agent_status: status,
    title: "",
    state_labels: {},
    tokens: {},
    text,
    since_unix_ms: NOW - minutes * MINUTE,
    rule: `${kind}.${status}`,
    evidence: "the last rows",
    watched: true,
    unwatched_reason: "",
    ...change,
  };
}

export function state(change: Partial<FeedState> = {}): FeedState {
  return {
    type: "state",
    spaces: [],
    panes: [],
    agents: [],
    worktrees: [],
    open_worktrees: [],
    now_unix_ms: NOW,
    config_problem: "",
    ...change,
  };
}

const git = (branch: string, ahead = 0, behind = 0, changed = 0) => ({
  branch,
  ahead,
  behind,
  changed,
});

const repository = (name: string, isLinked: boolean) => ({
  repo_key: `/repos/${name}/.git`,
  repo_name: name,
  repo_root: `/repos/${name}`,
  checkout_path: `/repos/${name}`,
  is_linked_worktree: isLinked,
});

export function worktree(path: string, branch: string, repo: string): FeedWorktree {
  return {
    path,
    branch,
    label: repo,
    repo_key: `/repos/${repo}/.git`,
    repo_root: `/repos/${repo}`,
    workspace_id: "",
    real_path: path,
    real_repo_root: `/repos/${repo}`,
  };
}

/** What design/cockpit.md's frames show, all of it on this machine. */
export function busy(): FeedState {
  const server = pane("w1", 16, "server", { tab_number: 1 });
  const tests = pane("w1", 17, "tests", { tab_number: 2, focused: true, width: 67 });
  const logs = pane("w1", 18, "logs", { tab_number: 3, command: "tail -f dev.log" });
  const login = pane("w2", 19, "login");
  const design = pane("w3", 20, "design");
  const review = pane("w3", 21, "review");
  const init = pane("w4", 22, "nvim", { command: "nvim init.lua" });
  const tf = pane("w5", 23, "tf");
  const docs = pane("w5", 24, "docs");
  const train = pane("w6", 25, "train");
  const notes = pane("w6", 26, "notes");
  const japanese = pane("w7", 27, "ja-docs");
  const garden = pane("w8", 28, "garden");
  const hass = pane("w8", 29, "hass");
  return state({
    spaces: [
      space("w1", "api", { git: git("main", 2, 0, 3), worktree: repository("api", false) }),
      space("w3", "web", { git: git("redesign", 0, 1) }),
      space("w4", "dotfiles", { git: git("main") }),
      space("w2", "feat/login", {
        git: git("feat/login", 0, 0, 12),
        worktree: repository("api", true),
      }),
      space("w5", "infra", { git: git("prod", 0, 1) }),
      space("w6", "ml", { git: git("sweep-7") }),
      space("w7", "翻訳", { git: git("main") }),
      space("w8", "home", { git: git("main") }),
    ],
    panes: [
      server,
      tests,
      logs,
      login,
      design,
      review,
      init,
      tf,
      docs,
      train,
      notes,
      japanese,
      garden,
      hass,
    ],
    agents: [
      agent(server, "claude", "blocked", 4, "Bash: npm publish --access public"),
      agent(tests, "codex", "working", 12, "fixing 2 of 214 tests: money.ts rounds too early"),
      agent(login, "pi", "done", 2, "login form and 6 tests added"),
      agent(design, "opencode", "working", 0, "editing src/cart.tsx"),
      agent(review, "claude", "idle", 60, "reviewed the cart pull request"),
      agent(tf, "codex", "blocked", 1, "terraform apply -auto-approve"),
      agent(docs, "claude", "idle", 180, "runbook is up to date"),
      agent(train, "gemini", "working", 26, "epoch 7 of 12, loss 0.214"),
      agent(notes, "pi", "idle", 2880, "summary written"),
      agent(japanese, "claude", "idle", 300, "README 日本語版を更新しました"),
      agent(garden, "gemini", "done", 18, "wrote the watering schedule"),
      agent(hass, "opencode", "idle", 300, "automation reloaded"),
    ],
    worktrees: [worktree("/repos/api-fix-csv", "fix/csv", "api")],
  });
}

/** `many` workspaces with five panes each, four of them agents. */
export function crowd(many: number): FeedState {
  const spaces: FeedSpace[] = [];
  const panes: FeedPane[] = [];
  const agents: FeedAgent[] = [];
  const statuses: readonly AgentStatus[] = ["working", "idle", "done", "blocked"];
  for (let at = 1; at <= many; at += 1) {
    spaces.push(space(`w${at}`, `project-${at}`));
    for (let number = 1; number <= 5; number += 1) {
      const one = pane(`w${at}`, at * 10 + number, `tab-${number}`);
      panes.push(one);
      const status = statuses[number - 1];
      if (status !== undefined)
        agents.push(agent(one, "claude", status, at + number, `file-${at}-${number}.ts is edited`));
    }
  }
  return state({ spaces, panes, agents });
}

export const SCREEN = [
  "› run the whole suite and fix what fails",
  "",
  "• Ran bun test --only-failures",
  "  └ 212 pass",
  "    2 fail",
  "",
  "• Edited src/money.ts (+1 -1)",
  "    40    const sum = items.reduce(add, 0)",
  "    41 -  \u001b[31mreturn round(sum) * (1 + tax)\u001b[39m",
  "    41 +  \u001b[38;5;114mreturn round(sum * (1 + tax))\u001b[0m",
  "",
  "• Working (12m 04s • esc to interrupt)",
  "",
  "›",
  "",
  "  ~/work/api · main · 38% context left",
  "",
  "",
].join("\n");

export function screen(paneId: string, change: Partial<FeedScreen> = {}): FeedScreen {
  return {
    type: "screen",
    pane: paneId,
    text: SCREEN,
    width: 67,
    height: 40,
    history: 0,
    gone: false,
    ...change,
  };
}

const APP: Home = { kind: "pane", go: "", newSession: false };
export const POPUP: Home = { kind: "popup", go: "", newSession: false };

/** What `session folders` told: sessions, zoxide's and the projects. */
export const FOLDERS: readonly Folder[] = [
  ["~/work/api", "open", "api", ""],
  ["~/work/web", "open", "web", ""],
  ["~/dotfiles", "open", "dotfiles", ""],
  ["~/oss/api", "zoxide", "oss/api", '"api" is taken by ~/work/api'],
  ["~/oss/map-icons", "zoxide", "map-icons", ""],
  ["~/archive/rapid", "zoxide", "rapid", ""],
  ["~/notes/翻訳", "zoxide", "翻訳", ""],
  ["~/work/api-docs", "project_dirs", "api-docs", ""],
  ["~/work/billing", "project_dirs", "billing", ""],
  ["~/work/changelog", "project_dirs", "changelog", ""],
].map(([shown = "", source, session = "", collision = ""]) =>
  folder(shown, { source: SOURCES.find((one) => one === source) ?? "path", session, collision }),
);

/** A folder of /home/you. */
export function folder(shown: string, change: Partial<Folder> = {}): Folder {
  return {
    path: shown.replace(/^~/, "/home/you"),
    shown,
    source: "path",
    session: shown.slice(shown.lastIndexOf("/") + 1),
    collision: "",
    ...change,
  };
}

/** The program without its terminal: messages in, frames and commands out, under a clock of its own. */
export class Cockpit {
  model: Model;
  readonly cmds: Cmd[];
  #at = 1_000;

  constructor(columns: number, rows: number, settings: Partial<Settings> = {}, home: Home = APP) {
    this.model = makeModel({ ...DEFAULT_SETTINGS, ...settings }, home, { columns, rows }, this.#at);
    this.cmds = [...startOf(this.model)];
  }

  get frame(): string {
    return frameText(frameOf(this.model));
  }

  get lines(): string[] {
    return this.frame.split("\n");
  }

  send(msg: Msg): this {
    const [next, cmds] = update(this.model, msg);
    this.model = next;
    this.cmds.push(...cmds);
    return this;
  }

  feed(...lines: FeedLine[]): this {
    for (const line of lines) this.send({ type: "feed", at: this.#at, line });
    return this;
  }

  /** An answer of `session folders`. */
  folders(folders: readonly Folder[], within: string | null = null, problem = ""): this {
    return this.send({ type: "folders", at: this.#at, list: { within, folders, problem } });
  }

  /** What an earlier cockpit left, as `state.db` gives it. */
  recall(change: Partial<Recalled> = {}): this {
    const recalled = { heard: null, divider: null, usedHints: [], themes: new Map(), problem: "" };
    const recall = recallOf({ ...recalled, ...change }, NOW);
    return this.send({ type: "recalled", at: this.#at, recall });
  }

  /** Keys by name; a single character types itself. */
  press(...keys: string[]): this {
    for (const key of keys) {
      const typed = key === "Space" ? " " : [...key].length === 1 ? key : "";
      this.send({ type: "key", at: this.#at, key, typed });
    }
    return this;
  }

  type(text: string): this {
    return this.press(...[...text].map((letter) => (letter === " " ? "Space" : letter)));
  }

  paste(text: string): this {
    return this.send({ type: "paste", at: this.#at, text });
  }

  mouse(event: "down" | "up" | "drag" | "wheel-up" | "wheel-down", x: number, y: number): this {
    return this.send({ type: "mouse", at: this.#at, event, button: "left", x, y });
  }

  click(x: number, y: number): this {
    return this.mouse("down", x, y).mouse("up", x, y);
  }

  /** Time passes; the timers that were asked for meanwhile ring in order. */
  wait(ms: number): this {
    const until = this.#at + ms;
    for (;;) {
      const next = this.#due(until);
      if (next === null) break;
      this.#at = Math.max(this.#at, next.at);
      this.#timers.delete(next.name);
      this.send({ type: "timer", at: this.#at, name: next.name });
    }
    this.#at = until;
    return this;
  }

  readonly #timers = new Map<Extract<Cmd, { type: "timer" }>["name"], number>();
  #seen = 0;

  #due(until: number): { name: Extract<Cmd, { type: "timer" }>["name"]; at: number } | null {
    for (const cmd of this.cmds.slice(this.#seen)) {
      if (cmd.type === "timer") this.#timers.set(cmd.name, this.#at + cmd.afterMs);
      if (cmd.type === "stop-timer") this.#timers.delete(cmd.name);
    }
    this.#seen = this.cmds.length;
    const ordered = [...this.#timers].toSorted(([, one], [, other]) => one - other);
    const [first] = ordered;
    return first === undefined || first[1] > until ? null : { name: first[0], at: first[1] };
  }
}

/** A cockpit that has heard the busy machine. */
export function cockpit(
  columns: number,
  rows: number,
  settings: Partial<Settings> = {},
  home: Home = APP,
): Cockpit {
  return new Cockpit(columns, rows, settings, home).feed(hello(), busy());
}
