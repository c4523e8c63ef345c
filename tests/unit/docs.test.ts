import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Glob } from "bun";
import manifest from "../../package.json";
import { findVerb } from "../../src/cli/find.ts";
import { parseGlobals } from "../../src/cli/globals.ts";
import { UsageError } from "../../src/core/failure.ts";
import { OPTIONS } from "../../src/tmux/options.ts";
import { VERBS } from "../../src/verbs/index.ts";

const root = join(import.meta.dir, "../..");
const inRoot = (path: string): boolean => existsSync(join(root, path));
const textOf = (page: string): string => readFileSync(join(root, page), "utf8");
const found = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([all, part]) => part ?? all);

const pages = ["README.md", ...new Glob("docs/*.md").scanSync(root)].toSorted();
const folders = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && /^\w/.test(entry.name))
  .map(({ name }) => name);
const PATHS = new RegExp(`(?<![\\w/.<-])(?:${folders.join("|")})/[\\w./-]*`, "g");
const FENCED = /^```.*?^```/gms;

const headingsOf = (page: string): string[] =>
  found(textOf(page).replace(FENCED, ""), /^#+ (.*)$/gm);

/** A heading's anchor, as the places that show Markdown make it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

function leads(page: string, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? page : join(dirname(page), path);
  if (!inRoot(target)) return false;
  return anchor === undefined || headingsOf(target).map(anchorOf).includes(anchor);
}

/** Whether words behind `taw` lead to a verb; `demo` is the launcher's own, and `<verb>` stands for any. */
function isVerb(text: string): boolean {
  const argv = text.replace(/<[^>]*>/g, "<>").split(/\s+/);
  try {
    const { words, wants, face } = parseGlobals(argv, null);
    const [first = ""] = words;
    if (wants !== null || first === "demo" || first === "<>") return true;
    return "entry" in findVerb(words, face);
  } catch (error) {
    if (error instanceof UsageError) return false;
    throw error;
  }
}

test("what leads nowhere is seen", () => {
  expect(leads("docs/CLI.md", "ERRORS.md")).toBe(true);
  expect(leads("docs/CLI.md", "PARITY.md#kitty-graphics-in-a-pane")).toBe(true);
  expect(leads("docs/CLI.md", "PARITY.md#no-such-heading")).toBe(false);
  expect(leads("docs/CLI.md", "NOTHING.md")).toBe(false);
  expect(["-L x pane list --json", "<verb>", "demo"].filter((words) => !isVerb(words))).toEqual([]);
  expect(["pane", "pane lits", "-L x", "--no-such"].filter(isVerb)).toEqual([]);
});

describe.each(pages)("%s", (page) => {
  const text = textOf(page);
  const prose = text.replace(FENCED, "");

  test("links to pages and headings that are there", () => {
    const links = found(text, /\]\((?!\w+:)([^)]*)\)/g);
    expect(links.filter((link) => !leads(page, link))).toEqual([]);
  });

  test("names files that are there", () => {
    const paths = found(prose, PATHS).map((path) => path.replace(/[.-]+$/, ""));
    const named = found(prose, /(?<![\w/])[A-Z]{4,}\.md\b/g);
    expect(paths.filter((path) => !inRoot(path))).toEqual([]);
    expect(named.filter((name) => !inRoot(name) && !inRoot(`docs/${name}`))).toEqual([]);
  });

  test("names verbs, scripts and tmux options that are there", () => {
    const verbs = [
      ...found(prose, /`(?:bin\/)?taw ([^`\n]+)`/g),
      ...found(found(text, FENCED).join(""), /^(?:bin\/)?taw (.+)$/gm),
    ];
    expect(verbs.filter((words) => !isVerb(words))).toEqual([]);
    const scripts = found(text, /\bbun run (\w+)/g);
    expect(scripts.filter((script) => !Object.hasOwn(manifest.scripts, script))).toEqual([]);
    const options = found(text, /@agent[_-][\w-]+/g).filter((option) => !/[_-]$/.test(option));
    expect(options.filter((option) => !Object.hasOwn(OPTIONS, option))).toEqual([]);
  });
});

describe("docs/PARITY.md", () => {
  const text = textOf("docs/PARITY.md");

  test("has the headings that the plugin spec points to", () => {
    const wanted = ["Known divergences", "Pinned", "Structural gaps", "Kitty graphics in a pane"];
    expect(headingsOf("docs/PARITY.md")).toEqual(expect.arrayContaining(wanted));
  });

  test("has no line about a sentence on typing, refusing or never", () => {
    const about = found(text, /^- \*\*(.*?)\*\*/gm);
    expect(about.length).toBe(found(text, /^- /gm).length);
    expect(about.filter((name) => /\b(never|refus|typ(e|es|ed|ing)\b)/i.test(name))).toEqual([]);
  });
});

test("docs/ARCHITECTURE.md tells a watcher's life under the heading that the plugin spec points to", () => {
  expect(headingsOf("docs/ARCHITECTURE.md")).toContain("Watcher lifecycle");
});

/** Headings that the plugin spec points to, with the verb whose feature each describes. */
const README_HEADINGS = [
  ["Hooks", "hooks list"],
  ["Remote machines", "machine add"],
  ["Report an agent of your own", "pane report-agent"],
] as const;

test("README.md has each heading that the plugin spec points to once what it describes is there", () => {
  const headings = headingsOf("README.md");
  const due = README_HEADINGS.filter(([, verb]) => VERBS.some(({ path }) => path === verb));
  expect(due.filter(([heading]) => !headings.includes(heading))).toEqual([]);
});
