/** The ports that the bill of a conversation needs. */
import type { ModelService } from "../../../src/agent/ports/model-service.ts";
import type { Attention } from "../../../src/domain/conversation/attention.ts";
import type { Message } from "../../../src/domain/message.ts";
import type { Payer } from "../../../src/observability/budgets.ts";
import type { Log } from "../../../src/observability/log-port.ts";
import type { Spend } from "../../../src/observability/spend-meter.ts";
import type { Member } from "../rows/members.ts";
import type { Meta } from "../rows/meta.ts";
import type { CostRow } from "../rows/schema/stored-json.ts";
import type { Store } from "../rows/store.ts";

/** What is flushed a second or two after turns, several of them at once. */
export interface AfterWorkBatch {
  meta: Meta;
  state: string;
  /** Messages that wait for their time. */
  scheduled: number;
  /** What of it waits for people; undefined: nothing. */
  attention: Attention | undefined;
  /** Of a chat: what is said there unasked is read by its owner alone. */
  own_chat: boolean | null;
  /** The event of what was said last to whoever reads in the app; 0: nothing was. */
  said_seq: number;
  /** The newest answer's words, or their beginning; empty: there is none, or nobody has it in a list. */
  said: string;
  /** Who has it in their lists: ids of persons. */
  readers: string[];
  costs: CostRow[];
  grants: { agent: string; tool: string }[];
  /** Finished messages, for memory. */
  messages: Message[];
  /** All of them, where they have changed. */
  members?: Member[];
}

/** Stops turns whose budget is used up. */
export interface BudgetPort {
  /** Sees to it that the payer's budgets are known; undefined when they are. */
  ready(payer: Payer): Promise<void> | undefined;
  /** Why the call may not be made, if so. */
  refusal(payer: Payer, call: PlannedCall): string | undefined;
  /** Counts a spend before its row reaches the ledger. Idempotent by id. */
  note(spend: Spend): void;
}

export interface PlannedCall {
  model: string;
  prompt_tokens(): number;
  output_tokens: number;
  /** Of its turn. */
  isFirst: boolean;
}

export interface LedgerPaces {
  /** Work that turns have left is flushed once it was quiet for so long, */
  after_work_quiet_ms: number;
  /** or so long after the first of it. */
  after_work_longest_ms: number;
  /** After a failed flush; twice as long each time. */
  after_work_retry_ms: number;
}

export interface LedgerPorts {
  now(): number;
  paces: LedgerPaces;
  log: Log;
  model: ModelService;
  budgets: BudgetPort;
  /** Idempotent; rejects when a store is unavailable, and is then tried again. */
  flush(batch: AfterWorkBatch): Promise<void>;
}

/** What booking a call needs of its conversation. */
export interface LedgerDeps {
  store: Store;
  ports: LedgerPorts;
}
