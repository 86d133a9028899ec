/** Where somebody in a room may be in danger: the help that the room names, told also without a model that understands. */

const DANGER = "may be in danger";

/** `context`: what the turn is told of the moment. Undefined: nobody is seen in danger. */
export function careIn(context: string): string | undefined {
  const [, help] = /Help: \[([^\]]+)\]/.exec(context) ?? [];
  if (help === undefined || !context.includes(DANGER)) return undefined;
  const lines = help.split(" | ").map((line) => `- ${line}`);
  return `I take what you say seriously. Are you safe right now? Please talk to somebody who can be with you, or call one of these:\n\n${lines.join("\n")}\n\nNo language model is connected here, so I cannot do more than tell you this. You can go on talking with the others whenever you like.`;
}
