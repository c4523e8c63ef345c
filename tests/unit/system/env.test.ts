import { expect, test } from "bun:test";
import {
  configFolder,
  homeFolder,
  readEnvironment,
  stateFolder,
  variable,
} from "../../../src/system/env.ts";

const HOME = "/home/ann";

test("the config folder is TAW_CONFIG_DIR, else XDG_CONFIG_HOME/tmux-agent-wizard, else ~/.config/tmux-agent-wizard", () => {
  expect(configFolder({ HOME, TAW_CONFIG_DIR: "/etc/taw/", XDG_CONFIG_HOME: "/xdg" })).toBe(
    "/etc/taw",
  );
  expect(configFolder({ HOME, XDG_CONFIG_HOME: "/xdg" })).toBe("/xdg/tmux-agent-wizard");
  expect(configFolder({ HOME })).toBe("/home/ann/.config/tmux-agent-wizard");
});

test("the state folder is TAW_STATE_DIR, else XDG_STATE_HOME/tmux-agent-wizard, else ~/.local/state/tmux-agent-wizard", () => {
  expect(stateFolder({ HOME, TAW_STATE_DIR: "/var/taw" })).toBe("/var/taw");
  expect(stateFolder({ HOME, XDG_STATE_HOME: "/xdg/" })).toBe("/xdg/tmux-agent-wizard");
  expect(stateFolder({ HOME })).toBe("/home/ann/.local/state/tmux-agent-wizard");
});

test("an empty variable counts as unset, and a relative XDG folder is ignored", () => {
  expect(configFolder({ HOME, TAW_CONFIG_DIR: "", XDG_CONFIG_HOME: "" })).toBe(
    "/home/ann/.config/tmux-agent-wizard",
  );
  expect(configFolder({ HOME, XDG_CONFIG_HOME: "conf" })).toBe(
    "/home/ann/.config/tmux-agent-wizard",
  );
  expect(variable({ EDITOR: "" }, "EDITOR")).toBeNull();
  expect(variable({ EDITOR: "vi" }, "EDITOR")).toBe("vi");
});

test("a relative TAW_CONFIG_DIR is refused by name, with the next step", () => {
  expect(() => configFolder({ HOME, TAW_CONFIG_DIR: "conf" })).toThrow(
    'TAW_CONFIG_DIR is "conf", which is not a full path: give one that begins with /, or unset it',
  );
});

test("without a usable HOME there is no default place, and it is said", () => {
  expect(() => homeFolder({})).toThrow("HOME is not set to a full path");
  expect(() => stateFolder({ HOME: "ann" })).toThrow("HOME is not set to a full path");
  expect(stateFolder({ TAW_STATE_DIR: "/var/taw" })).toBe("/var/taw");
});

test("the environment is frozen and holds no variable that changes what Bun runs", () => {
  process.env["BUN_OPTIONS"] = "--preload=./evil.ts";
  process.env["BUN_BE_BUN"] = "1";
  try {
    const environment = readEnvironment();
    expect(Object.isFrozen(environment)).toBe(true);
    expect(environment["PATH"]).toBe(process.env["PATH"] ?? "");
    expect(environment).not.toContainAnyKeys(["BUN_OPTIONS", "BUN_BE_BUN"]);
  } finally {
    delete process.env["BUN_OPTIONS"];
    delete process.env["BUN_BE_BUN"];
  }
});
