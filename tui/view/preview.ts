import type { FeedScreen } from "../../remote/feed/protocol.ts";
import type { Box } from "../geometry.ts";
import type { Folder } from "../folders.ts";
import { geometryOf } from "../geometry.ts";
import { selectedRow } from "../listing.ts";
import type { Model } from "../model.ts";
import { ageMs } from "../model.ts";
import { scrollOf } from "../preview.ts";
import type { Row, SpaceRow, WorktreeRow } from "../rows.ts";
import { paneOf, spaceIdOf } from "../rows.ts";
import { ageWords, cutEnd, cutMiddle, inert, widthOf } from "../text.ts";
import {
  agentKind,
  agentName,
  agentText,
  shellKind,
  shellText,
  shownStatus,
  worldOf,
} from "../world.ts";
import { wrap } from "./boxes.ts";
import { marksFor } from "./icons.ts";
import { markOf, STATE_WORDS } from "./marks.ts";
import { openingWords } from "./picker-box.ts";
import { gitText } from "./row.ts";
import { parseScreen, withoutBlankEnd } from "./screen.ts";
import type { Line, Span } from "./spans.ts";
import { blank, BOLD, crop, lineWidth, sides, skip, span } from "./spans.ts";

const READING_MS = 400;
const parsed = new WeakMap<FeedScreen, readonly Line[]>();

/** The rows of a screen line, parsed once. */
function screenLines(screen: FeedScreen): readonly Line[] {
  const known = parsed.get(screen);
  if (known !== undefined) return known;
  const lines = withoutBlankEnd(parseScreen(screen.text));
  parsed.set(screen, lines);
  return lines;
}

/** `working · 12m`: the words a person can click to hear why. */
function stateSpans(model: Model, row: Row): Line {
  if (row.kind === "shell") return [span("shell", "faint")];
  if (row.kind !== "agent") return [];
  const status = shownStatus(row.agent);
  const age = ageMs(model, row.agent.since_unix_ms);
  const words = row.agent.watched ? STATE_WORDS[status] : "not watched";
  const { dot } = marksFor(model.settings.icons);
  return [span(words, status), span(age === null ? "" : ` ${dot} ${ageWords(age)}`, "faint")];
}

function nameSpans(model: Model, row: Row): Line {
  const marks = marksFor(model.settings.icons);
  if (row.kind === "agent") {
    const status = shownStatus(row.agent);
    const name = agentName(row.agent, row.pane);
    return [
      markOf(status, marks),
      span(` ${agentKind(row.agent)}`, "text", BOLD),
      span(name === "" ? "" : `  ${name}`),
    ];
  }
  if (row.kind === "shell")
    return [
      span(marks.shell, "faint"),
      span(` ${shellKind(row.pane)}`, "text", BOLD),
      span(`  ${inert(row.pane.tab_label)}`),
    ];
  if (row.kind === "space") return [span(row.space.name, "text", BOLD)];
  if (row.kind === "folder") return [span(row.folder.shown, "text", BOLD)];
  return row.kind === "worktree" ? [span(row.worktree.name, "text", BOLD)] : [];
}

/** `api › 2 tests › %17`; the one machine there is goes unnamed. */
function placeText(model: Model, row: Row): string {
  const pane = paneOf(row);
  const { now } = model.machine;
  if (pane === null || now === null) return "";
  const { place } = marksFor(model.settings.icons);
  const space = worldOf(now).spaces.get(pane.workspace_id)?.name ?? "";
  const tab = inert(`${pane.tab_number} ${pane.tab_label}`.trim());
  return [space, tab, pane.tmux_id || pane.pane_id].join(` ${place} `);
}

function rowGit(model: Model, row: Row): string {
  const { now } = model.machine;
  if (now === null || !model.settings.showGit) return "";
  return gitText(worldOf(now).spaces.get(spaceIdOf(row))?.record.git ?? null, "");
}

/** How far the screen is scrolled back and that it is cropped, said beside the name while there is room. */
function screenWords(model: Model, row: Row, width: number): string {
  const pane = paneOf(row);
  const { screen, sideways } = model.preview;
  if (pane === null || screen?.pane !== pane.pane_id) return "";
  const back = scrollOf(model, pane.pane_id);
  return [
    back > 0 ? `↑ ${back}${model.peeks ? " End follows" : ""}` : "",
    sideways > 0 ? `→ ${sideways}` : "",
    screen.width > width ? `${screen.width} wide` : "",
  ]
    .filter((words) => words !== "")
    .join("  ");
}

/** `left` given up first, then the words between, never the state at the right. */
function titleLine(model: Model, row: Row, width: number): Line {
  const left = nameSpans(model, row);
  const right = stateSpans(model, row);
  const words = screenWords(model, row, width);
  const room = width - lineWidth(left) - lineWidth(right) - 4;
  const between: Span = widthOf(words) <= room ? span(`  ${words}`, "faint") : span("");
  return sides([...left, between], right, width);
}

function placeLine(model: Model, row: Row, width: number): Line {
  const git = rowGit(model, row);
  const place = cutMiddle(placeText(model, row), width);
  const room = width - widthOf(place) - 2;
  const branch = room < 6 ? "" : cutMiddle(git, room);
  return sides([span(place, "dim")], [span(branch, "dim")], width);
}

/** What follows the name in a titled rule, as much of it as fits: place, git, how the screen is cropped. */
function ruleText(model: Model, row: Row, width: number, room: number): string {
  const { place } = marksFor(model.settings.icons);
  const pane = paneOf(row);
  const where = pane === null ? "" : `${worldNameOf(model, row)} ${place} ${pane.tmux_id}`;
  let text = "";
  for (const part of [where, rowGit(model, row), screenWords(model, row, width - 2)]) {
    if (part === "") continue;
    if (widthOf(`${text}  ${part}`) > room) break;
    text += `  ${part}`;
  }
  return text;
}

/** Stack's one line of title: `── ● codex  tests  api › %17 ──── working · 12m ──`. */
function titledRule(model: Model, row: Row | null, width: number): Line {
  const { rule } = marksFor(model.settings.icons);
  const dash = (cells: number): Span => span(rule.repeat(Math.max(0, cells)), "rule");
  if (row === null) return [dash(width)];
  const words = stateSpans(model, row);
  const state = words.length === 0 ? [] : [span(" "), ...words, span(" "), dash(2)];
  const room = width - lineWidth(state) - 6;
  const full = nameSpans(model, row);
  const name = crop(full, Math.min(room, lineWidth(full)));
  const text = ruleText(model, row, width, room - lineWidth(name));
  const left: Line = [dash(2), span(" "), ...name, span(text, "dim"), span(" ")];
  return [...left, dash(width - lineWidth(left) - lineWidth(state)), ...state];
}

function worldNameOf(model: Model, row: Row): string {
  const { now } = model.machine;
  return now === null ? "" : (worldOf(now).spaces.get(spaceIdOf(row))?.name ?? "");
}

/** The part of the screen that is looked at: bottom-anchored, scrolled back and sideways, cropped at the right. */
function screenBody(model: Model, pane: string, width: number, height: number): Line[] {
  const { screen, asked, askedAt, sideways } = model.preview;
  const isOld = screen?.pane !== pane;
  if (isOld && asked === pane && model.now - askedAt >= READING_MS)
    return [[span("reading…", "faint")]];
  if (screen === null) return [];
  if (!isOld && screen.gone) return [[span("that pane is gone", "dim")]];
  const all = screenLines(screen);
  const end = Math.max(0, all.length - (isOld ? 0 : scrollOf(model, pane)));
  const shown = all.slice(Math.max(0, end - height), end);
  const lines = shown.map((line) => crop(skip(line, sideways), width));
  return isOld ? lines.map(dimmed) : lines;
}

/** Text of another pane, until this one's is here: without its colours. */
function dimmed(line: Line): Line {
  return line.map((part) => ({ ...part, ink: "faint", ground: "none", attributes: 0 }));
}

function spaceBody(model: Model, row: SpaceRow, width: number): Line[] {
  const { now } = model.machine;
  if (now === null) return [];
  const marks = marksFor(model.settings.icons);
  const git = gitText(row.space.record.git, "");
  const world = worldOf(now);
  const panes = row.space.panes.map((pane): Line => {
    const agent = world.agents.get(pane.pane_id);
    const tab = inert(`${pane.tab_number} ${pane.tab_label}`);
    if (agent === undefined)
      return [
        span(marks.shell, "faint"),
        span(` ${cutEnd(shellKind(pane), 12)}  ${tab}  `),
        span(cutEnd(shellText(pane), 40), "dim"),
      ];
    return [
      markOf(shownStatus(agent), marks),
      span(` ${agentKind(agent)}  ${tab}  `),
      span(agentText(agent), "dim"),
    ];
  });
  const facts = [
    row.space.record.cwd === ""
      ? null
      : `folder  ${cutMiddle(inert(row.space.record.cwd), width - 8)}`,
    git === "" ? null : `git     ${cutMiddle(git, width - 8)}`,
    `panes   ${row.space.panes.length}`,
  ];
  return [...facts.flatMap((fact) => (fact === null ? [] : [[span(fact, "dim")]])), [], ...panes];
}

function worktreeBody(row: WorktreeRow, width: number): Line[] {
  const { record } = row.worktree;
  return [
    [span(`checkout    ${cutMiddle(inert(record.path), width - 12)}`, "dim")],
    [span(`repository  ${cutMiddle(inert(record.repo_root), width - 12)}`, "dim")],
    [],
    [span("No workspace shows it. Opening it comes with a later version.", "dim")],
  ];
}

function folderBody(folder: Folder, width: number): Line[] {
  const { text, role } = openingWords(folder);
  return wrap(text, width).map((line) => [span(line, role)]);
}

function noAgents(width: number): Line[] {
  const kinds = "claude    codex    opencode    pi    gemini";
  return [
    [span("No agents yet", "text", BOLD)],
    [],
    [span("Start one in any pane of this tmux server:", "dim")],
    [],
    [span(cutEnd(`   ${kinds}`, width))],
    [],
    [span("It shows up here by itself.", "dim")],
  ];
}

/** The words of an empty list for the narrowest screens (cockpit.md §2.6). */
export function noAgentsShort(): Line[] {
  return [
    [span(" No agents yet. Start one in any", "dim")],
    [span(" pane; it shows up here by itself.", "dim")],
  ];
}

const hasNoAgents = (model: Model): boolean => model.machine.now?.agents.length === 0;

/** What stands under the title: from the top for facts, at the bottom for a screen. */
function bodyLines(model: Model, row: Row | null, width: number, height: number): Line[] {
  const pane = row === null ? null : paneOf(row);
  if (pane !== null) {
    const lines = screenBody(model, pane.pane_id, width, height);
    return [...Array.from({ length: Math.max(0, height - lines.length) }, () => []), ...lines];
  }
  if (row?.kind === "folder") return folderBody(row.folder, width);
  if (hasNoAgents(model)) return noAgents(width);
  if (row?.kind === "space") return spaceBody(model, row, width);
  return row?.kind === "worktree" ? worktreeBody(row, width) : [];
}

const padded = (line: Line, width: number): Line => [blank(1), ...crop(line, width - 2), blank(1)];

/** The preview's box, exactly `box.height` lines of `box.width` cells. */
export function previewLines(model: Model, box: Box): Line[] {
  const row = selectedRow(model);
  const inner = box.width - 2;
  const isRuled = geometryOf(model).size === "stack" && !model.peeks;
  const { rule } = marksFor(model.settings.icons);
  const isBare =
    row === null || (hasNoAgents(model) && row.kind !== "folder" && paneOf(row) === null);
  const head: Line[] = isRuled
    ? [titledRule(model, isBare ? null : row, box.width)]
    : isBare
      ? []
      : [
          padded(titleLine(model, row, inner), box.width),
          padded(placeLine(model, row, inner), box.width),
          padded([span(rule.repeat(Math.max(0, inner)), "rule")], box.width),
        ];
  const body = bodyLines(model, row, inner, box.height - head.length);
  const lines = [...head, ...body.map((line) => padded(line, box.width))];
  return Array.from({ length: box.height }, (_, at) => crop(lines[at] ?? [], box.width));
}

/** True where the state's words stand in the preview's title. */
export function titleStateAt(model: Model, x: number): boolean {
  const box = geometryOf(model).preview;
  const row = selectedRow(model);
  if (box === null || row?.kind !== "agent") return false;
  const edge = box.x + box.width - (geometryOf(model).size === "stack" && !model.peeks ? 3 : 1);
  return x < edge && x >= edge - lineWidth(stateSpans(model, row));
}
