/** Ports for a model's context, and for keeping what leaves it. */
import type { ContextFiles } from "../../../src/agent/ports/context-files.ts";
import type { FlushMemory } from "../../../src/agent/ports/flush-memory.ts";
import type { UserBlock } from "../../../src/agent/ports/model.ts";
import type { PromptTexts } from "../../../src/agent/prompts/prompt-texts.ts";
import type { Ids } from "../../../src/domain/ids.ts";
import type { MediaPart } from "../../../src/domain/message.ts";
import type { LedgerPorts } from "../ledger/ports.ts";
import type { TurnCasting } from "./casting.ts";

export interface ContextPorts extends LedgerPorts {
  ids: Ids;
  casting: TurnCasting;
  /** Workspace files that define an agent. */
  contextFiles: ContextFiles;
  /** Called before messages leave the model's context. */
  flushMemory: FlushMemory;
  /** Prompts of the house. */
  prompts: PromptTexts;
  /** Prompt for summaries, for agents without one of their own; empty: the default. */
  compactionPrompt: string;
  /** Time for which providers cache a prompt, in ms. */
  cacheLifetime: number;
  /** Stores a file that a model made; undefined when it cannot be kept. Never rejects. */
  keepFile(owner: string, file: { media_type: string; data: string }): Promise<MediaPart | undefined>;
  /** Loads the files of these parts for a call. */
  media(owner: string, parts: readonly MediaPart[]): Promise<ReadonlyMap<string, UserBlock>>;
}
