import type { Database } from "bun:sqlite";
import { SQLiteError } from "bun:sqlite";
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  renameSync,
  statSync,
} from "node:fs";
import { errorCode } from "../core/error-code.ts";
import { Failure } from "../core/failure.ts";
import { reasonOf } from "../system/file-reasons.ts";
import { ensureFolder } from "../system/folders.ts";
import { underLock } from "../system/lock.ts";
import type { Connection } from "./connect.ts";
import { connect } from "./connect.ts";

export interface StorePlace {
  /** The state folder (decision 2); made when it is not there. */
  readonly folder: string;
  readonly nowMs: () => number;
  /** How long a query waits for another process; 5 s unless somebody sits in front of the program that waits. */
  readonly busyMs?: number;
}

const BUSY_MS = 5_000;
/** A second name for the same trouble is a bug of ours or a disk that dies: not worth a loop. */
const TRIES = 2;

/**
 * `state.db`, shared by many short-lived processes. Nothing that goes wrong with the file stops a program: a damaged
 * file is set aside and made anew, and where none can be had reads answer their default and writes are dropped.
 * `takeProblem` tells it once.
 */
export interface Store {
  /** What the query gives, `otherwise` where nothing can be read. */
  read<Value>(otherwise: Value, query: (database: Database) => Value): Value;
  /** All of the change or nothing, under the write lock from its first read on; false when it is not kept. */
  write(change: (database: Database) => void): boolean;
  /** False where every change is dropped: no file can be had, or a newer taw made it. */
  readonly canKeep: boolean;
  /** What went wrong, in one line for the person; empty when nothing did, or when it was told. */
  takeProblem(): string;
  close(): void;
}

/** Opens `<folder>/state.db`. Never throws for a file, folder or disk that cannot be used. */
export async function openStore(place: StorePlace): Promise<Store> {
  const store = new FileStore(place);
  await store.open();
  return store;
}

class FileStore implements Store {
  readonly #place: StorePlace;
  readonly #path: string;
  #connection: Connection | null = null;
  /** Of the file that is open: another one may stand at the path by now. */
  #inode = 0;
  #problem = "";
  readonly #told = new Set<string>();

  constructor(place: StorePlace) {
    this.#place = place;
    this.#path = `${place.folder}/state.db`;
  }

  async open(): Promise<void> {
    try {
      await ensureFolder(this.#place.folder);
      this.#connect();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      this.#note(`${error.message}, so taw remembers nothing`);
    }
  }

  read<Value>(otherwise: Value, query: (database: Database) => Value): Value {
    const done = this.#attempt(({ database }) => query(database));
    return done === null ? otherwise : done.value;
  }

  write(change: (database: Database) => void): boolean {
    if (!this.canKeep) return false;
    const done = this.#attempt(({ database }) =>
      database.transaction(() => change(database)).immediate(),
    );
    return done !== null;
  }

  get canKeep(): boolean {
    return this.#connection !== null && !this.#connection.isNewer;
  }

  takeProblem(): string {
    const problem = this.#problem;
    this.#problem = "";
    return problem;
  }

  close(): void {
    this.#connection?.database.close();
    this.#connection = null;
  }

  #note(problem: string): void {
    if (!this.#told.has(problem)) this.#problem = problem;
    this.#told.add(problem);
  }

  #attempt<Value>(work: (connection: Connection) => Value): { value: Value } | null {
    for (let tries = 1; this.#connection !== null; tries += 1) {
      const { database } = this.#connection;
      try {
        return { value: work(this.#connection) };
      } catch (error) {
        const problem = error instanceof SQLiteError ? problemOf(error) : null;
        if (problem === null) throw error;
        if (tries >= TRIES || !isDamage(error)) {
          this.#note(`state.db: ${problem}, so taw remembers nothing (${this.#path})`);
          return null;
        }
        database.close();
        this.#connection = null;
        if (this.#setAside()) this.#connect();
      }
    }
    return null;
  }

  /** Opens the file that is there, else a new one in its place. */
  #connect(): void {
    this.#connection = null;
    for (let tries = 1; this.#connection === null; tries += 1) {
      this.#inode = inodeOf(this.#path);
      try {
        this.#inode = privateFile(this.#path);
        this.#connection = connect(this.#path, this.#place.busyMs ?? BUSY_MS);
      } catch (error) {
        const problem = problemOf(error);
        if (problem === null) throw error;
        const isBroken = isDamage(error) || isUnreadable(error);
        if (tries < TRIES && isBroken && this.#setAside()) continue;
        this.#note(`state.db: ${problem}, so taw remembers nothing (${this.#path})`);
        return;
      }
    }
    if (this.#connection.isNewer)
      this.#note(`state.db is of a newer taw, so nothing new is remembered (${this.#path})`);
  }

  /**
   * Gives a damaged file another name, its journal first: a journal left behind would be played into the new file.
   * Whoever waited for the lock finds another file there by then and leaves it alone. False when it cannot be renamed.
   */
  #setAside(): boolean {
    const time = new Date(this.#place.nowMs()).toISOString().replaceAll(/[-:.]/g, "");
    const name = `${this.#path}.broken-${time}`;
    try {
      return underLock(`${this.#path}.lock`, () => {
        if (inodeOf(this.#path) !== this.#inode) return true;
        for (const end of ["-wal", "-shm", ""]) moveIfThere(`${this.#path}${end}`, `${name}${end}`);
        this.#note(`state.db was damaged and a new one is begun; the old one is ${name}`);
        return true;
      });
    } catch (error) {
      if (errorCode(error) === "") throw error;
      return false;
    }
  }
}

/**
 * Makes the file with mode 0600 where there is none, takes rights of others off it, and gives its inode.
 *
 * @throws Failure `io_error` when it is no ordinary file; what the file system throws
 */
function privateFile(path: string): number {
  if (!existsSync(path)) closeSync(openSync(path, "a", 0o600));
  const stat = statSync(path);
  // Opening a fifo would wait for whoever opens its other end.
  if (!stat.isFile()) throw new Failure("io_error", "it is no ordinary file");
  accessSync(path, constants.R_OK);
  if ((stat.mode & 0o077) !== 0 && stat.uid === process.getuid?.()) chmodSync(path, 0o600);
  return stat.ino;
}

const inodeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.ino ?? 0;

function moveIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
  }
}

/** What is in the file is no database, or none any more. */
const isDamage = (error: unknown): boolean =>
  error instanceof SQLiteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code ?? "");

/** What stands there cannot even be read. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof Failure || errorCode(error) === "EACCES";

const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^SQLITE_(BUSY|LOCKED)/, "another program holds it"],
  [/^SQLITE_FULL/, "the disk is full"],
  [/^SQLITE_(READONLY|AUTH|PERM)/, "it cannot be written"],
  [/^SQLITE_CANTOPEN/, "it cannot be opened"],
  [/^SQLITE_IOERR/, "the disk does not take it"],
];

/** Null for a bug, which is none of the file's. */
function problemOf(error: unknown): string | null {
  if (error instanceof SQLiteError)
    return REASONS.find(([code]) => code.test(error.code ?? ""))?.[1] ?? error.message;
  return error instanceof Failure || errorCode(error) !== "" ? reasonOf(error) : null;
}
