/**
 * Hourly job: turns quiet conversations into episodes and changed files into facts. Unchanged ones are
 * skipped.
 */
import { z } from "zod";
import { plainName } from "../../domain/conversation/voices.ts";
import { weakest } from "../../domain/trust.ts";
import { isBootFile } from "../index/boot-files.ts";
import { askInForm } from "../model/ask-in-form.ts";
import type { Episode, Passage } from "../ports/model.ts";
import { episodeDraft } from "../write/episodes.ts";
import {
  type ConversationSource,
  ExtractedMemories,
  extractConversation,
  keep,
  type ModelCore,
} from "./extract.ts";

const Summary = z.object({
  summary: z.string().trim().min(10).max(2_000),
  topics: z.array(z.string().max(60)).max(12).catch([]),
  tone: z.string().max(60).catch(""),
});

export interface ConsolidateRun {
  signal: AbortSignal;
  /** Called now and then, so that the job counts as alive. */
  heartbeat(): Promise<void>;
}

export type ConsolidateOutcome = { status: "done" | "nothing_new" | "no_model"; episodes: number };

/** Maximum number of turns in an episode; fewer than the minimum wait until there are more. */
const TURNS = 60;
const LEAST_TURNS = 4;
const TURN_CHARACTERS = 800;
const ROUNDS = 50;

/** Throws when the model fails; the work done until then is kept. */
export async function consolidateConversation(
  core: ModelCore,
  source: ConversationSource,
  { signal, heartbeat }: ConsolidateRun,
): Promise<ConsolidateOutcome> {
  await extractRest(core, source, { signal, heartbeat });
  let episodes = 0;
  for (let round = 0; round < ROUNDS; round++) {
    await heartbeat();
    const outcome = await nextEpisode(core, source, signal);
    if (outcome === "no_model") return { status: "no_model", episodes };
    if (outcome === "none") break;
    episodes++;
  }
  return { status: episodes === 0 ? "nothing_new" : "done", episodes };
}

async function extractRest(
  core: ModelCore,
  source: ConversationSource,
  { signal, heartbeat }: ConsolidateRun,
): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    await heartbeat();
    if ((await extractConversation(core, source, signal)).status !== "done") return;
  }
}

async function nextEpisode(
  core: ModelCore,
  { owner, conversation_id }: ConversationSource,
  signal: AbortSignal,
): Promise<"made" | "none" | "no_model"> {
  const { chunks, progress } = core.storage;
  const stage = { owner, source: conversation_id, stage: "consolidate" } as const;
  const turns = await chunks.notYet(stage, TURNS);
  const [first] = turns;
  const last = turns.at(-1);
  if (first === undefined || last === undefined || turns.length < LEAST_TURNS) return "none";
  const question = {
    owner,
    conversation_id,
    prompt: "memory-episode" as const,
    text: turns
      .map((turn) => `${plainName(turn.speaker)}: ${turn.text.slice(0, TURN_CHARACTERS)}`)
      .join("\n"),
    max_output_tokens: 600,
    cost_id: `memory:episode:${conversation_id}:${first.ordinal}:${turns.length}`,
    now: core.now(),
    signal,
  };
  const answer = await askInForm(core.models, question, { name: "episode", schema: Summary });
  if (answer.status === "no_model") return "no_model";
  if (answer.status === "failed") throw new Error(answer.reason);
  if (answer.status === "read") await storeEpisode(core, episodeOf(core, { owner, turns }, answer.value));
  await progress.advance(stage, last.ordinal, core.now());
  return "made";
}

function episodeOf(
  core: ModelCore,
  { owner, turns }: { owner: string; turns: readonly Passage[] },
  summary: z.output<typeof Summary>,
): Episode {
  const first = turns[0];
  const last = turns.at(-1);
  if (first === undefined || last === undefined) throw new Error("an episode has turns");
  const now = core.now();
  return {
    id: core.ids.create("eps"),
    owner,
    scope: first.scope,
    ...summary,
    started_at: first.said_at ?? now,
    ended_at: last.said_at ?? now,
    origin: "consolidation",
    trust: weakest(turns.map(({ trust }) => trust)),
    conversation_id: first.source,
    message_id: first.key,
    first_ordinal: first.ordinal,
    last_ordinal: last.ordinal,
    created_at: now,
  };
}

async function storeEpisode(core: ModelCore, episode: Episode): Promise<void> {
  await core.storage.episodes.put(episode);
  await core.storage.chunks.put([episodeDraft(episode)], core.now());
}

export type FileOutcome = { status: "done" | "unchanged" | "left_out" | "no_model"; stored: number };

/** Facts are taken from the beginning of a file only. */
const FILE_PIECES = 41;

export async function consolidateFile(
  core: ModelCore,
  { owner, path }: { owner: string; path: string },
  signal: AbortSignal,
): Promise<FileOutcome> {
  const { chunks, progress } = core.storage;
  const indexed = await progress.fileHash(owner, path, "index");
  if (indexed === undefined || indexed === (await progress.fileHash(owner, path, "consolidate"))) {
    return { status: "unchanged", stored: 0 };
  }
  const done = () => progress.setFileHash({ owner, path, stage: "consolidate" }, indexed, core.now());
  if (isBootFile(path)) {
    await done();
    return { status: "left_out", stored: 0 };
  }
  const pieces = await chunks.after({ owner, source: path }, -1, FILE_PIECES);
  const question = {
    owner,
    conversation_id: "",
    prompt: "memory-file" as const,
    text: pieces.map((piece, index) => `${index + 1}. ${piece.text}`).join("\n\n"),
    max_output_tokens: 2_000,
    cost_id: `memory:file:${owner}:${path}:${indexed}`,
    now: core.now(),
    signal,
  };
  const answer = await askInForm(core.models, question, { name: "memories", schema: ExtractedMemories });
  if (answer.status === "no_model") return { status: "no_model", stored: 0 };
  if (answer.status === "failed") throw new Error(answer.reason);
  const trust = weakest(pieces.map((piece) => piece.trust));
  const keeping = { owner, origin: "consolidation", trust, lines: pieces, mayBeSource: () => true } as const;
  const stored = answer.status === "read" ? await keep(core, answer.value, keeping) : 0;
  await done();
  return { status: "done", stored };
}
