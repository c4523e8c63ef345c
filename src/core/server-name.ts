import { Failure } from "./failure.ts";
import { quoted } from "./inert.ts";

/** 1 to 64 of `[A-Za-z0-9._-]`, and neither `.` nor `..`. Throws `invalid_session_name`. */
export function requireSessionName(name: string): string {
  if (/^(?!\.{1,2}$)[A-Za-z0-9._-]{1,64}$/.test(name)) return name;
  throw new Failure(
    "invalid_session_name",
    `${quoted(name)} is no name of a session: give letters, digits, ".", "_" and "-", 64 at most`,
  );
}
