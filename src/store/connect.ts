import { Database, SQLiteError } from "bun:sqlite";
import { MIGRATIONS } from "./schema.ts";

/** An open database; `isNewer` when a newer taw has added to it, and this one therefore only reads it. */
export interface Connection {
  readonly database: Database;
  readonly isNewer: boolean;
}

/** Codes of a file system where processes cannot share memory, as some network mounts. */
const NO_SHARED_MEMORY = /^SQLITE_(CANTOPEN|PROTOCOL|IOERR_SHM)/;
/** Another process is just switching, or the file is read-only: it is used as it is. */
const AS_IT_IS = /^SQLITE_(BUSY|READONLY)/;

const codeOf = (error: unknown): string => (error instanceof SQLiteError ? (error.code ?? "") : "");

/**
 * Opens `state.db`, sets it up, and brings its tables up to date. With WAL who reads never waits for who writes; where
 * memory cannot be shared, SQLite must do without it.
 *
 * @param busyMs how long a query waits for another process's lock
 * @throws SQLiteError when it cannot be opened or is no database
 */
export function connect(path: string, busyMs: number): Connection {
  try {
    return connectWith(enterWal, path, busyMs);
  } catch (error) {
    if (!NO_SHARED_MEMORY.test(codeOf(error))) throw error;
    return connectWith(leaveWal, path, busyMs);
  }
}

function connectWith(
  chooseJournal: (database: Database) => void,
  path: string,
  busyMs: number,
): Connection {
  const database = new Database(path, { create: true, readwrite: true, strict: true });
  try {
    // First of all: switching the journal waits for locks too, and the default is not to wait.
    database.run(`PRAGMA busy_timeout=${busyMs}`);
    chooseJournal(database);
    database.run("PRAGMA synchronous=NORMAL");
    return { database, isNewer: migrate(database) };
  } catch (error) {
    database.close();
    throw error;
  }
}

function enterWal(database: Database): void {
  try {
    database.run("PRAGMA journal_mode=WAL");
  } catch (error) {
    if (!AS_IT_IS.test(codeOf(error))) throw error;
  }
}

/** A file that is in WAL already can be opened without shared memory only by a process that has it for itself. */
function leaveWal(database: Database): void {
  database.run("PRAGMA locking_mode=EXCLUSIVE");
  database.run("PRAGMA journal_mode=DELETE");
  database.run("PRAGMA locking_mode=NORMAL");
}

/** The number of steps that were done on this file. */
function versionOf(database: Database): number {
  const row = database.query<{ user_version: number }, []>("PRAGMA user_version").get();
  return row?.user_version ?? 0;
}

/** True when the file has steps that this taw does not know. */
function migrate(database: Database): boolean {
  if (versionOf(database) < MIGRATIONS.length) {
    database
      .transaction(() => {
        for (const step of MIGRATIONS.slice(versionOf(database))) database.run(step);
        if (versionOf(database) < MIGRATIONS.length)
          database.run(`PRAGMA user_version=${MIGRATIONS.length}`);
      })
      .immediate();
  }
  return versionOf(database) > MIGRATIONS.length;
}
