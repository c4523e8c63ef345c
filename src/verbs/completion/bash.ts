import { shellWord } from "../../core/quote.ts";
import { commandWords, globalsWithValue, pathWords } from "./model.ts";
import type { Flag, Place } from "./model.ts";

/** The completion script for bash 3.2 and newer, to be sourced. */
export function bashScript(program: string, places: readonly Place[]): string {
  const name = `_${program}`;
  return `# bash completion for ${program}: source <(${program} completion bash)
${name}() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} path= word at
  if [ "$current" = = ]; then current=; before=\${COMP_WORDS[COMP_CWORD-1]}
  elif [ "$before" = = ]; then before=\${COMP_WORDS[COMP_CWORD-2]}; fi
  for ((at = 1; at < COMP_CWORD; at++)); do
    word=\${COMP_WORDS[at]}
    case $word in
      ${globalsWithValue(places).join(" | ")}) at=$((at + 1)); continue ;;
      -*) continue ;;
    esac
    case "\${path:+$path }$word" in
      ${pathWords(places).join(" | ")}) path="\${path:+$path }$word" ;;
      *) break ;;
    esac
  done
  COMPREPLY=()
  case $path in
    ${commandWords(places).join(" | ")})
      if ((at < COMP_CWORD)); then
        if declare -F _command_offset >/dev/null; then _command_offset $at; fi
        return
      elif [ "$before" = -- ] || [[ $current != -* ]]; then
        COMPREPLY=($(compgen -c -- "$current"))
        return
      fi ;;
  esac
  case "$path:$before" in
${places.flatMap(valueCases).join("\n")}
  esac
  case $path in
${places.map(wordCase).join("\n")}
  esac
}
complete -o default -F ${name} ${program}
`;
}

function valueCases({ path, flags }: Place): string[] {
  return flags.flatMap(({ spellings, value }: Flag) => {
    if (value === null) return [];
    const pattern = spellings.map((spelling) => shellWord(`${path}:${spelling}`)).join(" | ");
    if (value === "file")
      return [`    ${pattern}) COMPREPLY=($(compgen -f -- "$current")); return ;;`];
    if (value === "text") return [`    ${pattern}) return ;;`];
    if ("idOf" in value) return [`    ${pattern}) COMPREPLY=(${ids(value.idOf)}); return ;;`];
    const words = shellWord(value.join(" "));
    return [`    ${pattern}) COMPREPLY=($(compgen -W ${words} -- "$current")); return ;;`];
  });
}

/** bash knows only the ids; what they are is for shells that show it. */
const ids = (subject: string): string =>
  `$(compgen -W "$("$1" __ids ${subject} 2>/dev/null | cut -f1)" -- "$current")`;

function wordCase({ path, words, idOf, flags }: Place): string {
  const all = [...words.map(({ text }) => text), ...flags.flatMap(({ spellings }) => spellings)];
  const more = idOf === null ? "" : ` ${ids(idOf)}`;
  return `    ${shellWord(path) || "''"}) COMPREPLY=($(compgen -W ${shellWord(all.join(" "))} -- "$current")${more}) ;;`;
}
