/** Background learning: a model reads conversations and files. */
import type { ProgramSpan } from "../ports/stores.ts";
import {
  type ConsolidateOutcome,
  type ConsolidateRun,
  consolidateConversation,
  consolidateFile,
  type FileOutcome,
} from "./consolidate.ts";
import {
  type ConversationSource,
  type ExtractOutcome,
  extractConversation,
  type ModelCore,
} from "./extract.ts";
import { extractPrograms, type ProgramsOutcome, type ProgramsRun } from "./extract-programs.ts";

/** Each method throws when the model fails; a retry continues where it stopped. */
export interface Learning {
  /** Whether a model is available. */
  isPossible(): boolean;
  /** Extracts facts, memories and commitments from messages since the last run. */
  extract(source: ConversationSource, signal: AbortSignal): Promise<ExtractOutcome>;
  /** Twin of `extract` for programs' conversations of that time together. */
  extractPrograms(span: ProgramSpan, run: ProgramsRun): Promise<ProgramsOutcome>;
  /** Makes episodes of a conversation. */
  consolidate(source: ConversationSource, run: ConsolidateRun): Promise<ConsolidateOutcome>;
  consolidateFile(file: { owner: string; path: string }, signal: AbortSignal): Promise<FileOutcome>;
  /** Skips everything up to and including that message, which stays indexed. */
  passOver(source: ConversationSource, message_id: string): Promise<void>;
  /**
   * Sources with unprocessed content, at most `limit` of each kind: files, and conversations that have been
   * quiet since that time.
   */
  unread(quietSince: number, limit: number): Promise<Unread>;
}

interface Unread {
  conversations: { owner: string; source: string }[];
  files: { owner: string; path: string }[];
}

export function createLearning(core: ModelCore): Learning {
  const { progress } = core.storage;
  return {
    isPossible: () => core.models?.fastModel() !== undefined,
    extract: (source, signal) => extractConversation(core, source, signal),
    extractPrograms: (span, run) => extractPrograms(core, span, run),
    consolidate: (source, run) => consolidateConversation(core, source, run),
    consolidateFile: (file, signal) => consolidateFile(core, file, signal),
    passOver: (source, message_id) => passOver(core, source, message_id),
    async unread(quietSince, limit) {
      const [conversations, files] = await Promise.all([
        progress.behind("consolidate", quietSince, limit),
        progress.changedFiles(limit),
      ]);
      return { conversations, files };
    },
  };
}

async function passOver(
  { storage: { chunks, progress }, now }: ModelCore,
  { owner, conversation_id }: ConversationSource,
  message_id: string,
): Promise<void> {
  const [at] = await chunks.locate(owner, { source: conversation_id, keys: [message_id] });
  if (at === undefined) return;
  for (const stage of ["extract", "consolidate"] as const)
    await progress.advance({ owner, source: conversation_id, stage }, at.ordinal, now());
}
