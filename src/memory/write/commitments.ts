/** Commitments: who is to do what, by when, and its outcome. */
import type { Core } from "../ports/core.ts";
import type { Commitment, Provenance, Scope } from "../ports/model.ts";
import { judge } from "./junk.ts";

export interface NewCommitment extends Provenance {
  owner: string;
  scope: Scope;
  what: string;
  who?: string;
  due_at?: number;
}

export type CommitmentOutcome =
  | { status: "stored"; commitment: Commitment }
  | { status: "refused"; problem: string };

const DAY_MS = 86_400_000;
/** A commitment due within this time is brought up unasked. */
export const SOON_MS = 2 * DAY_MS;
/** Time after its due date at which a commitment expires. */
export const EXPIRES_AFTER_MS = 30 * DAY_MS;

export async function addCommitment(core: Core, entry: NewCommitment): Promise<CommitmentOutcome> {
  const verdict = judge(entry.what);
  if (!verdict.ok) return { status: "refused", problem: verdict.problem };
  const now = core.now();
  const commitment = await core.storage.commitments.put({
    id: core.ids.create("cmt"),
    owner: entry.owner,
    scope: entry.scope,
    who: entry.who === undefined ? "" : await core.names.mainName(entry.owner, entry.who),
    what: entry.what.trim(),
    status: "open",
    ...(entry.due_at === undefined ? {} : { due_at: entry.due_at }),
    note: "",
    origin: entry.origin,
    trust: entry.trust,
    ...(entry.conversation_id === undefined ? {} : { conversation_id: entry.conversation_id }),
    ...(entry.message_id === undefined ? {} : { message_id: entry.message_id }),
    created_at: now,
    updated_at: now,
  });
  return { status: "stored", commitment };
}

/** Formats a commitment: "Overdue since 2026-03-02: send the draft (Ann)". */
export function commitmentLine(commitment: Commitment, now: number): string {
  const who = commitment.who === "" ? "" : ` (${commitment.who})`;
  if (commitment.due_at === undefined) return `Open: ${commitment.what}${who}`;
  const day = new Date(commitment.due_at).toISOString().slice(0, 10);
  return `${commitment.due_at < now ? "Overdue since" : "Due"} ${day}: ${commitment.what}${who}`;
}
