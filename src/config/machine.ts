import { quoted } from "../core/inert.ts";
import { field, fullText, isTable, pathText, warnUnknown, wrongValue } from "./kinds.ts";
import type { Kind, Path, Report } from "./kinds.ts";

/** A machine under `[machines]`: `name = "ssh destination"`, or `[machines.name]` with ssh and taw (spec "Machines"). */
export interface Machine {
  readonly ssh: string;
  /** Where taw is on that machine; null for the one on its PATH. */
  readonly taw: string | null;
}

/** A name stands in `<machine>:<id>`, in file names and on command lines. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** A destination is one word of ssh's command line, and one that begins with `-` would be an option. */
const DESTINATION = /^(?!-)[^\s\p{Cc}]+$/u;

const destination: Kind<string> = word(DESTINATION, 'an ssh destination such as "ann@studio"');
const program: Kind<string> = word(/^(?!-)[^\p{Cc}]+$/u, "the path of taw on that machine");

const TAKES = 'an ssh destination such as "ann@studio", or a table with ssh and taw';

export const machine: Kind<Machine> = {
  takes: TAKES,
  json: {
    anyOf: [
      destination.json,
      {
        type: "object",
        required: ["ssh"],
        properties: { ssh: destination.json, taw: program.json },
      },
    ],
  },
  read(value, path, report) {
    if (typeof value === "string") {
      const ssh = destination.read(value, path, report);
      return ssh === undefined ? undefined : { ssh, taw: null };
    }
    if (!isTable(value)) return report.error(path, wrongValue(path, value, TAKES));
    warnUnknown(value, ["ssh", "taw"], path, report);
    const ssh = field(value, "ssh", destination, path, report);
    const taw = Object.hasOwn(value, "taw") ? field(value, "taw", program, path, report) : null;
    if (!Object.hasOwn(value, "ssh"))
      report.error(path, `${pathText(path)} has no ssh destination`);
    return ssh === undefined || taw === undefined ? undefined : { ssh, taw };
  },
};

/** Whether a machine's name can be used; one that cannot is dropped and told. */
export function keepsMachineName(name: string, path: Path, report: Report): boolean {
  if (NAME.test(name)) return true;
  report.error(
    path,
    `${quoted(name)} is no name for a machine: give letters, digits, ".", "_" and "-", 64 at most, the first a letter or digit`,
    "key",
  );
  return false;
}

function word(pattern: RegExp, takes: string): Kind<string> {
  return {
    takes,
    json: fullText.json,
    read: (value, path, report) =>
      typeof value === "string" && pattern.test(value)
        ? value
        : report.error(path, wrongValue(path, value, takes)),
  };
}
