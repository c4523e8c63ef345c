import type { Workspace, World } from "../../src/core/world.ts";

/** A server that holds these workspaces and nothing else. */
export const worldOf = (...workspaces: readonly Workspace[]): World => ({
  server: {
    pid: 1,
    startUnix: 1,
    nowUnix: 1,
    socketPath: "/tmp/s",
    version: "3.3a",
    grantsMode: "standard",
  },
  workspaces,
  links: [],
  tabs: [],
  panes: [],
  clients: [],
});

/** The same of workspaces of which only a name and a folder matter, `$0` first. */
export const worldWith = (...named: readonly Pick<Workspace, "name" | "path">[]): World =>
  worldOf(
    ...named.map(({ name, path }, at): Workspace => ({
      id: `$${at}`,
      name,
      path,
      group: null,
      activityUnix: 0,
      worktree: null,
      metadata: null,
    })),
  );
