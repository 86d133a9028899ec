/** Ports for the bill of a conversation. */
import type { Reasoning } from "../../../src/agent/ports/model.ts";
import type { ModelService } from "../../../src/agent/ports/model-service.ts";
import type { ChannelKinds } from "../../../src/channels/kinds.ts";
import type { Attention } from "../../../src/domain/conversation/attention.ts";
import type { Grant } from "../../../src/domain/grants/grant.ts";
import type { Message } from "../../../src/domain/message.ts";
import type { TurnHappening } from "../../../src/domain/webhook.ts";
import type { Payer } from "../../../src/observability/budgets.ts";
import type { Log } from "../../../src/observability/log-port.ts";
import type { ReportedTurn } from "../../../src/observability/reported-turn.ts";
import type { Spend } from "../../../src/observability/spend-meter.ts";
import type { Member } from "../rows/members.ts";
import type { Meta } from "../rows/meta.ts";
import type { CostRow } from "../rows/schema/stored-json.ts";
import type { Store } from "../rows/store.ts";

/** One flush of after-work, a second or two after the turns it covers. */
export interface AfterWorkBatch {
  meta: Meta;
  state: string;
  /** Number of scheduled messages. */
  scheduled: number;
  /** Asks, reminders and failures that need people's attention; undefined: none. */
  attention: Attention | undefined;
  /** Whether it is a chat in which only the owner reads unasked messages. Null: no chat. */
  own_chat: boolean | null;
  /** Seq of the newest event that app readers see; 0: none. */
  said_seq: number;
  /**
   * The newest answer's text, or its beginning; empty when there is none or nobody has the conversation in a
   * list.
   */
  said: string;
  /** Ids of the persons who have it in their lists. */
  readers: string[];
  costs: CostRow[];
  grants: Grant[];
  /** Ends and questions of turns, for webhooks. */
  happened: TurnHappening[];
  /** Ended turns, for exporters and counters. */
  ended: ReportedTurn[];
  /** Finished messages, for memory. */
  messages: Message[];
  /** All members, when they have changed. */
  members?: Member[];
}

/** Refuses model calls that the payer's budgets do not cover. */
export interface BudgetPort {
  /** Loads the payer's budgets; undefined when they are loaded already. */
  ready(payer: Payer): Promise<void> | undefined;
  /** Reason why the call may not be made, if so. */
  refusal(payer: Payer, call: PlannedCall): string | undefined;
  /** Counts a spend before its row reaches the ledger. Idempotent by id. */
  note(spend: Spend): void;
}

interface PlannedCall {
  model: string;
  prompt_tokens(): number;
  /** Room for its words: thinking has room of its own. */
  output_tokens: number;
  reasoning?: Reasoning | undefined;
  /** Whether it is the turn's first call. */
  isFirst: boolean;
}

export interface LedgerPaces {
  /** Delay from the last queued work to the flush. */
  after_work_quiet_ms: number;
  /** Longest delay from the first queued work to the flush. */
  after_work_longest_ms: number;
  /** Pause after a failed flush; it doubles each time. */
  after_work_retry_ms: number;
}

export interface LedgerPorts {
  now(): number;
  kinds: ChannelKinds;
  paces: LedgerPaces;
  log: Log;
  model: ModelService;
  budgets: BudgetPort;
  /** Idempotent. Rejects when a store is unavailable, and is then tried again. */
  flush(batch: AfterWorkBatch): Promise<void>;
}

/** The parts of a conversation that booking a call needs. */
export interface LedgerDeps {
  store: Store;
  ports: LedgerPorts;
}
