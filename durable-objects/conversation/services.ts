/** What a conversation needs of the rest of the house. wiring.ts fulfils it; tests may too. */

import type { ContextFiles } from "../../src/agent/ports/context-files.ts";
import type { FlushMemory } from "../../src/agent/ports/flush-memory.ts";
import type { RecallPort } from "../../src/agent/ports/memory.ts";
import type { ModelInfo, ModelPort, UserBlock } from "../../src/agent/ports/model.ts";
import type { PolicyPort } from "../../src/agent/ports/policy.ts";
import type { Toolbox } from "../../src/agent/ports/tool.ts";
import type { Channels } from "../../src/channels/channel.ts";
import type { Agent } from "../../src/domain/agent.ts";
import type { ConversationId, Ids } from "../../src/domain/ids.ts";
import type { Channel } from "../../src/domain/inbound.ts";
import type { MediaPart, Message, Usage } from "../../src/domain/message.ts";
import type { Payer } from "../../src/observability/budgets.ts";
import type { Spend } from "../../src/observability/spend-meter.ts";
import type { Meta, MetaInit } from "./meta.ts";
import type { TrailSource } from "./rebuild-object.ts";
import type { TrailSink } from "./trail-writer.ts";

export interface ModelService extends ModelPort {
  /** First choice first, never empty. `wish` is the person's own choice for this message or conversation. */
  chain(agent: Agent, wish: string | null): string[];
  info(model: string): ModelInfo;
  /** US dollars of a call of so many tokens; null when the price is unknown. Absent: no price is known. */
  estimate?(model: string, prompt_tokens: number, output_tokens: number): number | null;
  /** A small, quick one, for work that people do not read. Absent: the agent's own models do it. */
  fastModel?(): string;
}

export interface CostRow {
  /** Derived from the step: writing it twice has one effect. */
  id: string;
  at: number;
  turn_id: string;
  agent: string;
  model: string;
  usage: Usage;
  cost_usd: number | null;
  /** What it was spent on; a turn, when nothing is said. */
  purpose?: string;
}

/** What is flushed a second or two after turns, several of them at once. */
export interface AfterWorkBatch {
  meta: Meta;
  state: string;
  costs: CostRow[];
  grants: { agent: string; tool: string }[];
  /** Finished messages, for memory. */
  messages: Message[];
}

/** Stops turns whose budget is used up. */
export interface BudgetPort {
  /** Sees to it that the payer's budgets are known; undefined when they are. */
  ready(payer: Payer): Promise<void> | undefined;
  /** Why the call may not be made, if so. */
  refusal(payer: Payer, call: PlannedCall): string | undefined;
  /** What was spent, before the ledger knows. The same id again changes nothing. */
  note(spend: Spend): void;
}

export interface PlannedCall {
  model: string;
  prompt_tokens(): number;
  output_tokens: number;
}

export interface LiveTurn {
  turn_id: string;
  state: string;
  agent: string;
  model: string;
  step: number;
  since: string;
}

export interface LogFields {
  [field: string]: string | number | boolean | null | undefined;
}

export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

export interface TrailStore extends TrailSink, TrailSource {
  removeAll(conversation_id: string): Promise<void>;
}

export interface Services {
  now(): number;
  ids: Ids;
  debounce(channel: Channel): number;
  /** The named agent, or the default one. Cached; rejects only when storage fails. */
  agent(slug: string | null): Agent | Promise<Agent>;
  /** Whether there is an agent of that name. Absent: whatever is named is taken. */
  hasAgent?(slug: string): Promise<boolean>;
  model: ModelService;
  toolbox: Toolbox;
  policy: PolicyPort;
  /** Tools that this agent need not ask for. */
  granted(owner: string, agent: string): Promise<readonly string[]>;
  recall: RecallPort;
  /** Sections of the prompt that change seldom: skills, capabilities, standing memory. */
  sections(agent: Agent, owner: string, room: string | null): string[] | Promise<string[]>;
  /** Files of the workspace that are part of who an agent is. Absent: it has none. */
  contextFiles?: ContextFiles;
  /** Asked before messages leave the model's sight. Absent: nothing is kept of them but what is indexed anyway. */
  flushMemory?: FlushMemory;
  /** How long providers keep a prompt that they have read, in ms; default 5 minutes. */
  cacheLifetime?: number;
  /** Skills that fit these words, whole, for a model without tools. Never rejects. */
  fittingSkills?(agent: Agent, owner: string, words: string): Promise<string[]>;
  /** As messages hold it; undefined when there is none, or when it is somebody else's. Absent: files stay unnamed. */
  describeFile?(owner: string, file_id: string): Promise<MediaPart | undefined>;
  /** Loads the files of these parts for a call. */
  media(owner: string, parts: MediaPart[]): Promise<ReadonlyMap<string, UserBlock>>;
  /** Idempotent; rejects when a store is unavailable, and is then tried again. */
  flush(batch: AfterWorkBatch): Promise<void>;
  /** The trail of every conversation. Absent: none is kept, and nothing can be rebuilt. */
  trail?: TrailStore;
  /** What the index knows of a conversation whose own state is gone. Rejects when it cannot tell. */
  indexed?(id: ConversationId): Promise<MetaInit | undefined>;
  /** Tells the owner's live monitor; null when nothing is running here. Never rejects. */
  monitor(meta: Meta, turn: LiveTurn | null): void;
  /** Absent: nothing is limited. */
  budgets?: BudgetPort;
  /** Carry replies to where people wrote from. */
  channels: Channels;
  log: Log;
}
