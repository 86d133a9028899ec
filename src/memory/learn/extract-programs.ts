/**
 * Extracts what programs' conversations of one turn leave to be remembered: many at once, since each is short.
 * Can stop anywhere and continue.
 */
import type { Passage } from "../ports/model.ts";
import type { ProgramSpan } from "../ports/stores.ts";
import { extractTurns, type ModelCore } from "./extract.ts";

export interface ProgramsRun {
  signal: AbortSignal;
  heartbeat(): Promise<void>;
}

export type ProgramsOutcome = { status: "done" | "no_model"; conversations: number; stored: number };

/** Conversations per model call: as many turns as of one long conversation. */
const CONVERSATIONS = 20;
const TURNS = 40;
/** Model calls per run. What is left is read as a conversation of its own is, once it goes on. */
const CALLS = 100;

/** Throws when the model fails: the job is then retried from where it stopped. */
export async function extractPrograms(
  core: ModelCore,
  span: ProgramSpan,
  { signal, heartbeat }: ProgramsRun,
): Promise<ProgramsOutcome> {
  const stage = { owner: span.owner, stage: "extract" } as const;
  let [conversations, stored] = [0, 0];
  for (let call = 0; call < CALLS; call++) {
    const sources = await core.storage.progress.unreadOfPrograms(stage.stage, span, CONVERSATIONS);
    if (sources.length === 0) break;
    const turns = await core.storage.chunks.ofSources(span.owner, sources, TURNS);
    for (const some of byScope(turns)) {
      const kept = await extractTurns(core, { owner: span.owner, conversation_id: "", turns: some }, signal);
      if (kept === undefined) return { status: "no_model", conversations, stored };
      if (kept !== "unread") stored += kept;
      await core.storage.progress.advanceAll(stage, some, core.now());
    }
    conversations += new Set(turns.map(({ source }) => source)).size;
    await heartbeat();
  }
  return { status: "done", conversations, stored };
}

/** Words of one scope are not shown beside those of another. */
function byScope(turns: readonly Passage[]): Passage[][] {
  return [...Map.groupBy(turns, ({ scope }) => scope).values()];
}
