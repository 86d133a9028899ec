/** An interaction's token as a source carries it: with its time, and whether the answer is private. */

/** Discord accepts it for 15 minutes; the last one is left for requests under way. */
const VALID_MS = 14 * 60_000;
const EPOCH_MS = 1_420_070_400_000n;

export interface ReplyToken {
  token: string;
  /** Only the asker sees the answer. */
  is_private: boolean;
  /** Time of the interaction, in ms since the epoch. */
  made_at: number;
  /** Expiry: no answer by this token from then on. */
  until: number;
}

/** The time is read from `interaction_id`. */
export function writeReplyToken(interaction_id: string, token: string, isPrivate: boolean): string {
  const made = /^\d{1,20}$/.test(interaction_id) ? Number((BigInt(interaction_id) >> 22n) + EPOCH_MS) : 0;
  return [made, isPrivate ? "private" : "open", token].join(" ");
}

export function readReplyToken(written: string | undefined): ReplyToken | undefined {
  const [, made = "", seen = "", token = ""] = /^(\d+) (private|open) (\S+)$/.exec(written ?? "") ?? [];
  if (token === "") return undefined;
  return { token, is_private: seen === "private", made_at: Number(made), until: Number(made) + VALID_MS };
}
