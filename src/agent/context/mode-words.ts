/** Words about the mode of a turn, for its model. */
import type { TurnMode } from "../../domain/fields/mode.ts";

const WORDS: Readonly<Record<TurnMode["works"], string>> = {
  agent: "",
  chat: "Mode of this message: chat. Answer from what you know and remember; other tools are off. If it needs something looked up, say that search mode can do that.",
  search:
    "Mode of this message: search. Answer from the sources that were read for it, in their own terms, and cite each. Say what they leave open. Search or read again only where something that matters is missing.",
  research:
    "Mode of this message: research. Look widely, read sources whole, compare them, and cite each claim. Say where they disagree and what you could not find.",
};

/** Lines for the dynamic part of the prompt; none in the default mode. */
export function modeWords({ works }: Pick<TurnMode, "works">): readonly string[] {
  return WORDS[works] === "" ? [] : [WORDS[works]];
}
