/** `nightjar completion`: scripts that complete commands and options in a shell, each asking `nightjar complete`. */
import { command } from "../parser/command.mjs";
import { CommandError, EXIT } from "../terminal/exit.mjs";

/** @type {Record<string, string>} */
const SCRIPTS = {
  bash: `_nightjar() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(nightjar complete -- "\${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null | cut -f1)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _nightjar nightjar`,
  zsh: `#compdef nightjar
_nightjar() {
  local -a found
  found=("\${(@f)$(nightjar complete -- "\${(@)words[2,CURRENT-1]}" 2>/dev/null | sed 's/:/\\\\:/g; s/\\t/:/')}")
  _describe 'nightjar' found || _files
}
compdef _nightjar nightjar`,
  fish: `complete -c nightjar -f -a '(nightjar complete -- (commandline -opc)[2..] 2>/dev/null)'
complete -c nightjar -F -n 'contains -- (commandline -opc)[-1] -f --file -o --output --settings import index'`,
};

export const completion = command({
  name: "completion",
  summary: "a script that completes commands in your shell",
  args: `<${Object.keys(SCRIPTS).join("|")}>`,
  details: `  bash   source <(nightjar completion bash)          in ~/.bashrc
  zsh    source <(nightjar completion zsh)           in ~/.zshrc
  fish   nightjar completion fish | source           in ~/.config/fish/config.fish`,
  async run({ print }, { words: [shell = ""] }) {
    const script = SCRIPTS[shell];
    if (script === undefined) throw new CommandError("There are scripts for bash, zsh and fish.", EXIT.usage);
    print.line(script);
  },
});
