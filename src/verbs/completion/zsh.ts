import { shellWord } from "../../core/quote.ts";
import { commandWords, globalsWithValue, pathWords } from "./model.ts";
import type { Flag, Place } from "./model.ts";

/** The completion script for zsh: a function file for `fpath`, or to be sourced after `compinit`. */
export function zshScript(program: string, places: readonly Place[]): string {
  const name = `_${program}`;
  return `#compdef ${program}
# zsh completion for ${program}: source <(${program} completion zsh), after compinit
${name}() {
  local place= word before=$words[CURRENT-1]
  local -a words_here flags_here
  integer at
  for ((at = 2; at < CURRENT; at++)); do
    word=$words[at]
    case $word in
      (${globalsWithValue(places).join("|")}) at+=1; continue ;;
      (-*) continue ;;
    esac
    case "\${place:+$place }$word" in
      (${pathWords(places).join("|")}) place="\${place:+$place }$word" ;;
      (*) break ;;
    esac
  done
  case $place in
    (${commandWords(places).join("|")})
      if (( at < CURRENT )) || [[ $before == -- || $PREFIX != -* ]]; then
        shift $((at - 1)) words
        CURRENT=$((CURRENT - at + 1))
        _normal
        return
      fi ;;
  esac
  if [[ $PREFIX == --*=* ]]; then before=\${PREFIX%%=*}; compset -P '*='; fi
  case "$place:$before" in
${places.flatMap(valueCases).join("\n")}
  esac
  case $place in
${places.map(wordCase).join("\n")}
  esac
  if [[ $PREFIX == -* ]]; then _describe -o option flags_here
  elif (( $#words_here )); then _describe command words_here
  else _files; fi
}
if [ "$funcstack[1]" = "${name}" ]; then ${name} "$@"; else compdef ${name} ${program}; fi
`;
}

function valueCases({ path, flags }: Place): string[] {
  return flags.flatMap(({ spellings, value }: Flag) => {
    if (value === null) return [];
    const pattern = spellings.map((spelling) => shellWord(`${path}:${spelling}`)).join("|");
    if (value === "file") return [`    (${pattern}) _files; return ;;`];
    if (value === "text") return [`    (${pattern}) return ;;`];
    if ("idOf" in value) {
      return [
        `    (${pattern}) words_here=(${ids(value.idOf)}); _describe id words_here; return ;;`,
      ];
    }
    return [`    (${pattern}) compadd -- ${value.map(shellWord).join(" ")}; return ;;`];
  });
}

/** `_describe` splits word and description at the first colon. */
const described = (text: string, doc: string): string =>
  shellWord(`${text.replaceAll(":", "\\:")}:${doc}`);

/** Lines of `<id> TAB <what it is>` as `<id>:<what it is>`. */
const ids = (subject: string): string =>
  `\${\${(f)"$($words[1] __ids ${subject} 2>/dev/null)"}/$'\\t'/:}`;

function wordCase({ path, words, idOf, flags }: Place): string {
  const known = words.map(({ text, doc }) => described(text, doc));
  const here = [...known, ...(idOf === null ? [] : [ids(idOf)])].join(" ");
  const options = flags
    .flatMap(({ spellings, doc }) => spellings.map((spelling) => described(spelling, doc)))
    .join(" ");
  return `    (${shellWord(path) || "''"}) words_here=(${here}); flags_here=(${options}) ;;`;
}
