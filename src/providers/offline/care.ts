/** Tells the help that a room names when somebody there may be in danger, without a model that understands. */

const DANGER = "may be in danger";

/** `context`: the turn's passing context. Undefined when nobody seems to be in danger. */
export function careIn(context: string): string | undefined {
  const [, help] = /Help: \[([^\]]+)\]/.exec(context) ?? [];
  if (help === undefined || !context.includes(DANGER)) return undefined;
  const lines = help.split(" | ").map((line) => `- ${line}`);
  return `I take what you say seriously. Are you safe right now? Please talk to somebody who can be with you, or call one of these:\n\n${lines.join("\n")}\n\nNo language model is connected here, so I cannot do more than tell you this. You can go on talking with the others whenever you like.`;
}
