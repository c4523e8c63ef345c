import { isMissing } from "./file-reasons.ts";

/** Which file stands at a path, whatever it is called: device and inode; null where none does. */
export async function identityOf(path: string): Promise<string | null> {
  try {
    const { dev, ino } = await Bun.file(path).stat();
    return `${dev}:${ino}`;
  } catch (cause) {
    if (isMissing(cause)) return null;
    throw cause;
  }
}
