/** Background jobs of memory. Each can stop anywhere and resume, and is idempotent. */
import { z } from "zod";
import type { LongTermMemory } from "../memory/create-memory.ts";
import { hashText } from "../memory/text/hash.ts";
import { defineJob, type JobHandler, type JobKind, type NewJob, PRIORITIES } from "./job.ts";

const EXTRACT: JobKind = {
  name: "memory.extract",
  title: "Learn from conversations",
  recurs: "conversation",
};
const EXTRACT_PROGRAMS: JobKind = {
  name: "memory.extract_programs",
  title: "Learn from conversations with programs",
  recurs: "conversation",
};
const CONSOLIDATE: JobKind = {
  name: "memory.consolidate",
  title: "Find conversations to summarise",
  recurs: "hour",
};
const CONSOLIDATE_CONVERSATION: JobKind = {
  name: "memory.consolidate_conversation",
  title: "Summarise conversations",
  recurs: "conversation",
};
const CONSOLIDATE_FILE: JobKind = {
  name: "memory.consolidate_file",
  title: "Learn from files",
  recurs: "file",
};
const EXPIRE: JobKind = { name: "memory.expire", title: "Let memories fade", recurs: "day" };
const EMBED: JobKind = { name: "memory.embed", title: "Embed what memory holds", recurs: "day" };

const Conversation = z.object({ conversation_id: z.string().min(1).max(200) });
const File = z.object({ path: z.string().min(1).max(1_000) });
const Span = z.object({ from: z.number().int(), to: z.number().int() });
const Nothing = z.object({});
const From = z.object({
  after: z.number().int().min(0).default(0),
  before: z.number().int().min(0).default(0),
});

/** Debounce: a conversation is extracted once it is quiet, so several exchanges cost one model call. */
const EXTRACT_AFTER_MS = 20_000;
/** Programs' conversations that end within the same stretch are read together. */
const STRETCH_MS = 30_000;
/** A conversation is summed up after half an hour without messages. */
const QUIET_MS = 30 * 60_000;
const EACH_HOUR = 50;

/** Delay before embedding again: an unavailable model gets time to come back. */
const EMBED_AFTER_MS = 5 * 60_000;

const DAY_MS = 86_400_000;

interface MemoryJobsDeps {
  memory: LongTermMemory;
  enqueue(job: NewJob): Promise<unknown>;
}

/** Undefined if no model can extract: there is nothing to do then. */
export function extractJob(
  memory: LongTermMemory,
  source: { owner: string; conversation_id: string },
  now: number,
): NewJob | undefined {
  if (!memory.learning.isPossible()) return undefined;
  return {
    kind: EXTRACT,
    ...source,
    payload: { conversation_id: source.conversation_id },
    priority: PRIORITIES.learning,
    dedupe_key: `memory.extract:${source.conversation_id}`,
    run_after: now + EXTRACT_AFTER_MS,
  };
}

/**
 * Twin of `extractJob` for a program's conversation of one turn that was last changed at that time: one job reads
 * all of the same stretch.
 */
export function extractProgramsJob(
  memory: LongTermMemory,
  { owner, updated_at }: { owner: string; updated_at: number },
  now: number,
): NewJob | undefined {
  if (!memory.learning.isPossible()) return undefined;
  const from = updated_at - (updated_at % STRETCH_MS);
  const to = from + STRETCH_MS;
  return {
    kind: EXTRACT_PROGRAMS,
    owner,
    payload: { from, to },
    priority: 3,
    dedupe_key: `memory.extract_programs:${owner}:${from}`,
    run_after: Math.max(now, to) + EXTRACT_AFTER_MS,
  };
}

/** Job of a consolidation that a person asks for. While one waits, no second is added. */
export function consolidation(): NewJob {
  return { kind: CONSOLIDATE, owner: "system", dedupe_key: "memory.consolidate:now" };
}

/** For passages that were stored without a vector; undefined if there is no embedding model. */
export function embedJob({ embedding }: Pick<LongTermMemory, "embedding">, now: number): NewJob | undefined {
  if (embedding === undefined) return undefined;
  return { ...EMBED_JOB, dedupe_key: "memory.embed", run_after: now + EMBED_AFTER_MS };
}

const EMBED_JOB = { kind: EMBED, owner: "system", priority: PRIORITIES.upkeep } as const;

/**
 * Enqueued hourly and daily; the ids keep each job to one run. Another embedding model makes it another job.
 */
export function hourlyJobs(now: number, { embedding }: Pick<LongTermMemory, "embedding">): NewJob[] {
  const hour = Math.floor(now / 3_600_000);
  const day = Math.floor(now / DAY_MS);
  return [
    { id: `job_consolidate_${hour}`, kind: CONSOLIDATE, owner: "system", priority: PRIORITIES.upkeep },
    { id: `job_expire_${day}`, kind: EXPIRE, owner: "system", priority: PRIORITIES.upkeep },
    ...(embedding === undefined
      ? []
      : [{ id: `job_embed_${hashText(embedding.space)}_${day}`, ...EMBED_JOB }]),
  ];
}

export function createMemoryJobs({ memory, enqueue }: MemoryJobsDeps): JobHandler[] {
  const { learning } = memory;
  return [
    defineJob({
      kind: EXTRACT,
      schema: Conversation,
      async run({ conversation_id }, { job, signal }) {
        const outcome = await learning.extract({ owner: job.owner, conversation_id }, signal);
        if (outcome.status === "unread") return UNREAD;
        return outcome.status === "no_model" ? NO_MODEL : `${outcome.stored} kept`;
      },
    }),
    defineJob({
      kind: EXTRACT_PROGRAMS,
      schema: Span,
      async run(span, { job, signal, heartbeat }) {
        const outcome = await learning.extractPrograms({ ...span, owner: job.owner }, { signal, heartbeat });
        if (outcome.status === "no_model") return NO_MODEL;
        return `${outcome.stored} kept of ${outcome.conversations} conversations`;
      },
    }),
    defineJob({
      kind: CONSOLIDATE,
      schema: Nothing,
      run: (_payload, { now }) => consolidate(memory, enqueue, now()),
    }),
    defineJob({
      kind: CONSOLIDATE_CONVERSATION,
      schema: Conversation,
      async run({ conversation_id }, { job, signal, heartbeat }) {
        const source = { owner: job.owner, conversation_id };
        const outcome = await learning.consolidate(source, { signal, heartbeat });
        return outcome.status === "no_model" ? NO_MODEL : `${outcome.episodes} episodes`;
      },
    }),
    defineJob({
      kind: CONSOLIDATE_FILE,
      schema: File,
      async run({ path }, { job, signal }) {
        const outcome = await learning.consolidateFile({ owner: job.owner, path }, signal);
        return outcome.status === "no_model" ? NO_MODEL : `${outcome.status}, ${outcome.stored} kept`;
      },
    }),
    defineJob({
      kind: EXPIRE,
      schema: Nothing,
      async run(_payload, { heartbeat }) {
        const { faded, expired, forgotten } = await memory.expire(heartbeat);
        return `${faded} memories faded, ${expired} commitments expired, ${forgotten} tombstones cleared`;
      },
    }),
    embedHandler({ memory, enqueue }),
  ];
}

function embedHandler({ memory, enqueue }: MemoryJobsDeps): JobHandler {
  return defineJob({
    kind: EMBED,
    schema: From,
    async run({ after, before }, { signal, heartbeat }) {
      if (memory.embedding === undefined) return "Nothing done: EMBEDDING_MODEL is not set.";
      const { embedded, next } = await memory.embedding.missing({ after, signal, heartbeat });
      const total = before + embedded;
      if (next === undefined) return `${total} passages embedded; none is without its vector`;
      await enqueue({
        ...EMBED_JOB,
        payload: { after: next, before: total },
        dedupe_key: `memory.embed:${next}`,
      });
      return `${total} passages embedded so far; goes on`;
    },
  });
}

const NO_MODEL =
  "Nothing done: no model is connected that could read it. An admin connects one on the Models page.";

const UNREAD =
  "Nothing kept: what the model answered could not be read as JSON. An admin chooses another fast model on the Models page.";

/** Enqueues one job for each conversation and file with new content. */
async function consolidate(
  memory: LongTermMemory,
  enqueue: (job: NewJob) => Promise<unknown>,
  now: number,
): Promise<string> {
  if (!memory.learning.isPossible()) return NO_MODEL;
  const { conversations, files } = await memory.learning.unread(now - QUIET_MS, EACH_HOUR);
  for (const { owner, source } of conversations) {
    await enqueue({
      kind: CONSOLIDATE_CONVERSATION,
      owner,
      conversation_id: source,
      payload: { conversation_id: source },
      priority: PRIORITIES.upkeep,
      dedupe_key: `memory.consolidate:${source}`,
    });
  }
  for (const { owner, path } of files) {
    await enqueue({
      kind: CONSOLIDATE_FILE,
      owner,
      payload: { path },
      priority: PRIORITIES.upkeep,
      dedupe_key: `memory.consolidate:${owner}:${path}`,
    });
  }
  return `${conversations.length} conversations and ${files.length} files to read`;
}
