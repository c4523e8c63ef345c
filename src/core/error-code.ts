/** The operating system's code of an error (`ENOENT`), or "" where it has none. */
export function errorCode(cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? cause.code : "";
  return typeof code === "string" ? code : "";
}
