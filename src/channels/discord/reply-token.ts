/** The token of an interaction, as a source carries it: with when it was made, and whether its answer is for one alone. */

/** For 15 minutes; the last one is left to what is under way. */
const VALID_MS = 14 * 60_000;
const EPOCH_MS = 1_420_070_400_000n;

export interface ReplyToken {
  token: string;
  /** Only who has asked sees the answer. */
  is_private: boolean;
  /** When the interaction was made, in ms since the epoch. */
  made: number;
  /** No answer by it from then on. */
  until: number;
}

/** `interaction_id` says when it was made. */
export function writeReplyToken(interaction_id: string, token: string, isPrivate: boolean): string {
  const made = /^\d{1,20}$/.test(interaction_id) ? Number((BigInt(interaction_id) >> 22n) + EPOCH_MS) : 0;
  return [made, isPrivate ? "private" : "open", token].join(" ");
}

export function readReplyToken(written: string | undefined): ReplyToken | undefined {
  const [, made = "", seen = "", token = ""] = /^(\d+) (private|open) (\S+)$/.exec(written ?? "") ?? [];
  if (token === "") return undefined;
  return { token, is_private: seen === "private", made: Number(made), until: Number(made) + VALID_MS };
}
