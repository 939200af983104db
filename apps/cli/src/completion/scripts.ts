import { usageError } from "../exit/cli-error.ts";

const BASH = `# snodo completion for bash. Load it with: source <(snodo completion bash)
_snodo() {
  local word
  COMPREPLY=()
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(snodo __complete --bash "\${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null)
  # An argument goes on behind its sign.
  [[ \${#COMPREPLY[@]} -eq 1 && \${COMPREPLY[0]} == *= ]] && compopt -o nospace
}
complete -F _snodo snodo
`;

const ZSH = `#compdef snodo
# snodo completion for zsh. Load it with: source <(snodo completion zsh)
_snodo() {
  local line value about
  local -a values shown open openShown
  while IFS= read -r line; do
    value=\${line%%$'\\t'*}
    about=\${line#*$'\\t'}
    [[ $line == *$'\\t'* ]] && about="$value  -- $about" || about=$value
    if [[ $value == *= ]]; then open+=("$value"); openShown+=("$about")
    else values+=("$value"); shown+=("$about"); fi
  done < <(snodo __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  (( \${#values} )) && compadd -l -d shown -- "\${values[@]}"
  # An argument goes on behind its sign.
  (( \${#open} )) && compadd -S '' -l -d openShown -- "\${open[@]}"
}
compdef _snodo snodo
`;

const FISH = `# snodo completion for fish. Load it with: snodo completion fish | source
function __snodo_complete
  set -l words (commandline -opc)
  snodo __complete -- $words[2..] (commandline -ct) 2>/dev/null
end
complete -c snodo -f -a '(__snodo_complete)'
`;

/**
 * The script that teaches a shell to complete this command.
 *
 * @param shell - its name
 * @throws CliError for another shell
 */
export function completionScript(shell: string | undefined): string {
  switch (shell) {
    case "bash":
      return BASH;
    case "zsh":
      return ZSH;
    case "fish":
      return FISH;
    default:
      throw usageError(
        shell === undefined ? "Which shell?" : `There is no completion for ${shell}.`,
        "Name bash, zsh or fish.",
      );
  }
}
