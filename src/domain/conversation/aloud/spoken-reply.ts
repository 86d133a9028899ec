/** Meaning of the words that were heard after an ask was read aloud, by rule. */
import { choiceIn } from "./choice.ts";
import { yesOrNo } from "./yes-or-no.ts";

/** An ask as far as a spoken reply needs it. */
export interface AskAloud {
  type: "question" | "approval";
  call_id: string;
  /** Choices of a question; empty: any words answer it. */
  options: string[];
  /** The question asks for a secret, which nobody should say aloud. */
  is_secret: boolean;
}

export type SpokenReply =
  | { means: "answer"; text: string }
  | { means: "decision"; decision: "once" | "deny" }
  | { means: "unclear" | "secret" };

/** Pure; never throws. */
export function spokenReply({ type, options, is_secret }: AskAloud, words: string): SpokenReply {
  if (type === "question") {
    if (is_secret) return { means: "secret" };
    const text = options.length === 0 ? words.trim() : choiceIn(words, options);
    return text === undefined ? { means: "unclear" } : { means: "answer", text };
  }
  const said = yesOrNo(words);
  if (said === undefined) return { means: "unclear" };
  return { means: "decision", decision: said === "yes" ? "once" : "deny" };
}
