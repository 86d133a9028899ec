/** What a model is given beside the conversation itself, and who keeps what leaves its sight. */
import type { ContextFiles } from "../../../src/agent/ports/context-files.ts";
import type { FlushMemory } from "../../../src/agent/ports/flush-memory.ts";
import type { UserBlock } from "../../../src/agent/ports/model.ts";
import type { Ids } from "../../../src/domain/ids.ts";
import type { MediaPart } from "../../../src/domain/message.ts";
import type { LedgerPorts } from "../ledger/ports.ts";
import type { TurnCasting } from "./casting.ts";

export interface ContextPorts extends LedgerPorts {
  ids: Ids;
  casting: TurnCasting;
  /** Files of the workspace that are part of who an agent is. */
  contextFiles: ContextFiles;
  /** Asked before messages leave the model's sight. */
  flushMemory: FlushMemory;
  /** How long providers keep a prompt that they have read, in ms. */
  cacheLifetime: number;
  /** Loads the files of these parts for a call. */
  media(owner: string, parts: readonly MediaPart[]): Promise<ReadonlyMap<string, UserBlock>>;
}
