import { globalsWithValue } from "./model.ts";
import type { Flag, Place } from "./model.ts";

/** The completion script for fish: a file of its completions folder, or to be sourced. */
export function fishScript(program: string, places: readonly Place[]): string {
  const here = `__${program}_place`;
  const paths = places.flatMap(({ path }) => (path === "" ? [] : quoted(path)));
  return `# fish completion for ${program}: ${program} completion fish | source
function ${here}
    set -l place ''
    set -l words (commandline -opc)
    set -e words[1]
    while test (count $words) -gt 0
        set -l word $words[1]
        set -e words[1]
        switch $word
            case ${globalsWithValue(places).join(" ")}
                set -e words[1]
                continue
            case '-*'
                continue
        end
        set -l next (string trim -- "$place $word")
        if contains -- $next ${paths.join(" ")}
            set place $next
        else
            break
        end
    end
    test "$place" = "$argv[1]"
end
complete -c ${program} -f
${places.flatMap((place) => [...linesOf(program, here, place), ...commandLine(program, here, place, places)]).join("\n")}
`;
}

const quoted = (text: string): string =>
  `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

/** fish reads `<id> TAB <what it is>` as it stands. */
const ids = (program: string, subject: string): string =>
  quoted(`(${program} __ids ${subject} 2>/dev/null)`);

/** The words before the command are the program's, its verb's, and those of options in front of the verb. */
function commandLine(
  program: string,
  here: string,
  { path, isCommand }: Place,
  places: readonly Place[],
): string[] {
  if (!isCommand) return [];
  const skipped = 1 + path.split(" ").length;
  const rest = `(__fish_complete_subcommand --fcs-skip=${skipped} ${globalsWithValue(places).join(" ")})`;
  return [`complete -c ${program} -n ${quoted(`${here} ${quoted(path)}`)} -a ${quoted(rest)}`];
}

function linesOf(program: string, here: string, place: Place): string[] {
  const { path, words, idOf, flags } = place;
  const start = `complete -c ${program} -n ${quoted(`${here} ${quoted(path)}`)}`;
  return [
    ...words.map(({ text, doc }) => `${start} -a ${quoted(text)} -d ${quoted(doc)}`),
    ...(idOf === null ? [] : [`${start} -a ${ids(program, idOf)}`]),
    ...flags.map((flag) => `${start} ${flagWords(program, flag)} -d ${quoted(flag.doc)}`),
  ];
}

function flagWords(program: string, { spellings, value }: Flag): string {
  const names = spellings.map((spelling) =>
    spelling.startsWith("--") ? `-l ${spelling.slice(2)}` : `-s ${spelling.slice(1)}`,
  );
  if (value === null) return names.join(" ");
  if (value === "file") return `${names.join(" ")} -r -F`;
  if (value === "text") return `${names.join(" ")} -x`;
  const words = "idOf" in value ? ids(program, value.idOf) : quoted(value.join(" "));
  return `${names.join(" ")} -x -a ${words}`;
}
