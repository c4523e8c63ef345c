import type { Cockpit } from "../support/cockpit.ts";
import {
  busy,
  Cockpit as Fresh,
  cockpit,
  folder,
  FOLDERS,
  hello,
  NOW,
  POPUP,
  screen,
  space,
  state,
  TMUX,
} from "../support/cockpit.ts";

/** The screens that are kept as files: a name for each, and the keys that lead to it. */
export const SIZES = {
  "160x45": [160, 45],
  "120x40": [120, 40],
  "80x24": [80, 24],
  "40x12": [40, 12],
  popup: [94, 31],
} as const;
export type SizeName = keyof typeof SIZES;

function opened(size: SizeName): Cockpit {
  const [columns, rows] = SIZES[size];
  return size === "popup" ? cockpit(columns, rows, {}, POPUP) : cockpit(columns, rows);
}

/** On the working codex, its screen in the preview. */
function onCodex(size: SizeName): Cockpit {
  const app = opened(size);
  while (!app.model.selection.endsWith(":w1:p17")) app.press("j");
  app.wait(200);
  return app.feed(screen("w1:p17"));
}

function filtered(size: SizeName): Cockpit {
  const app = opened(size).press("/").type("log").wait(200);
  const log = "GET /cart 200 4 ms\nPOST /checkout 500 31 ms\n  coupon SAVE10 is used already\n\n";
  return app.feed(screen("w1:p18", { text: log }));
}

function noAgents(size: SizeName): Cockpit {
  const [columns, rows] = SIZES[size];
  return new Fresh(columns, rows).feed(hello(), state({ spaces: [space("w1", "api")] }));
}

/** The first frame: what the cockpit before this one heard three minutes ago. */
function lastHeard(size: SizeName): Cockpit {
  const [columns, rows] = SIZES[size];
  const heard = {
    hello: JSON.stringify(hello()),
    state: JSON.stringify(busy()),
    heardUnixMs: NOW - 3 * 60_000,
  };
  return new Fresh(columns, rows).recall({ heard, usedHints: ["help"] });
}

/** The picker with its folders, and a query whose second row is selected. */
function picking(size: SizeName): Cockpit {
  return onCodex(size).press("n").folders(FOLDERS).type("api").press("Down");
}

/** The filter with `projects_in_filter`, on a folder. */
function folders(size: SizeName): Cockpit {
  const [columns, rows] = SIZES[size];
  const home = size === "popup" ? POPUP : undefined;
  const app = cockpit(columns, rows, { projectsInFilter: true }, home).press("/");
  return app.folders(FOLDERS).type("api").press("Down", "Down", "Down", "Down").wait(200);
}

function typingPath(size: SizeName): Cockpit {
  const inside = ["~/work", "~/work/.cache", "~/work/api", "~/work/api-docs", "~/work/web"];
  const folders = inside.map((path) => folder(path));
  return onCodex(size).press("n").folders(FOLDERS).type("~/work/").folders(folders, "~/work/");
}

function refused(size: SizeName): Cockpit {
  const problem = 'the pre_create_hook "~/refuse" ended with 3:\nno room\non this disk';
  const app = picking(size).press("Enter");
  return app.send({ type: "opened", at: 5_000, opened: null, problem, cameBack: false });
}

const ALL = ["160x45", "120x40", "80x24", "40x12", "popup"] as const;

function everySize(what: string, make: (size: SizeName) => Cockpit): [string, () => Cockpit][] {
  return ALL.map((size) => [`${size}-${what}`, () => make(size)]);
}

export const SCENES: ReadonlyMap<string, () => Cockpit> = new Map([
  ...everySize("normal", onCodex),
  ...everySize("filter", filtered),
  ...everySize("help", (size) => onCodex(size).press("?")),
  ...everySize("picker", picking),
  ["120x40-filter-folders", () => folders("120x40")],
  ["80x24-filter-folders", () => folders("80x24")],
  ["40x12-filter-folders", () => folders("40x12")],
  ["popup-filter-folders", () => folders("popup")],
  ["80x24-picker-ascii", () => cockpit(80, 24, { icons: "ascii" }).press("n").folders(FOLDERS)],
  ["80x24-picker-path", () => typingPath("80x24")],
  ["80x24-picker-refused", () => refused("80x24")],
  ["120x40-flat", () => onCodex("120x40").press("t", "v").wait(5_000)],
  ["120x40-noagents", () => noAgents("120x40")],
  ["40x12-noagents", () => noAgents("40x12")],
  ["120x40-starting", () => new Fresh(120, 40)],
  ["120x40-lastheard", () => lastHeard("120x40")],
  ["80x24-lastheard", () => lastHeard("80x24")],
  ["40x12-lastheard", () => lastHeard("40x12")],
  ["120x40-firstrun", () => onCodex("120x40").recall()],
  ["40x12-firstrun", () => onCodex("40x12").recall()],
  ["80x24-noserver", () => new Fresh(80, 24).feed(hello({ server: "", tmux: TMUX }))],
  ["80x24-why", () => onCodex("80x24").press("e")],
  ["80x24-peek", () => onCodex("80x24").press("Space")],
  ["40x12-peek", () => onCodex("40x12").press("Space").wait(200).feed(screen("w1:p17"))],
  ["80x24-search", () => cockpit(80, 24, { preset: "search" }).type("api")],
  ["80x24-ascii", () => cockpit(80, 24, { icons: "ascii" }).wait(200)],
]);
