/** What memory learns in the background, by a model that reads conversations and files. */
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

/** Each verb throws when the model fails: tried again, it goes on from where it stopped. */
export interface Learning {
  /** A model is there that could read. */
  isPossible(): boolean;
  /** Facts, notes and promises of what was said since the last time. */
  extract(source: ConversationSource, signal: AbortSignal): Promise<ExtractOutcome>;
  /** Episodes of a conversation. */
  consolidate(source: ConversationSource, run: ConsolidateRun): Promise<ConsolidateOutcome>;
  consolidateFile(file: { owner: string; path: string }, signal: AbortSignal): Promise<FileOutcome>;
  /** Nothing is learnt of what was said up to that message, which is indexed. */
  passOver(source: ConversationSource, message_id: string): Promise<void>;
  /** What has something new, at most `limit` of each: conversations that are quiet since that time, and files. */
  unread(quietSince: number, limit: number): Promise<Unread>;
}

export interface Unread {
  conversations: { owner: string; source: string }[];
  files: { owner: string; path: string }[];
}

export function createLearning(core: ModelCore): Learning {
  const { progress } = core.storage;
  return {
    isPossible: () => core.models?.fastModel() !== undefined,
    extract: (source, signal) => extractConversation(core, source, signal),
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
