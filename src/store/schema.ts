/**
 * What `state.db` holds, as the steps that make it. A step is never changed or taken out once it was released, and only
 * adds: an older taw reads a newer file by the columns it knows (decision 23). `PRAGMA user_version` counts the steps
 * done.
 */
export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE last_heard (
     machine TEXT NOT NULL,
     server TEXT NOT NULL,
     hello TEXT NOT NULL,
     state TEXT NOT NULL,
     heard_unix_ms INTEGER NOT NULL,
     PRIMARY KEY (machine, server)
   ) STRICT`,
  `CREATE TABLE cockpit (
     name TEXT PRIMARY KEY NOT NULL,
     value TEXT NOT NULL,
     kept_unix_ms INTEGER NOT NULL
   ) STRICT`,
  `CREATE TABLE worktrees (
     checkout_path TEXT PRIMARY KEY NOT NULL,
     repo_key TEXT NOT NULL,
     repo_root TEXT NOT NULL,
     branch TEXT NOT NULL,
     server TEXT NOT NULL,
     workspace_id TEXT NOT NULL,
     kept_unix_ms INTEGER NOT NULL
   ) STRICT`,
];
