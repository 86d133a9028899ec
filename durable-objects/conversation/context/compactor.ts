/**
 * Compacts the history: the only code that does, for every caller. Messages stay as they are; a summary
 * replaces them in the context from its commit on, and can be undone.
 */

import { compact, PIECE_OF_WINDOW, type Writer } from "../../../src/agent/compact/compact.ts";
import { boundaryOf, compactionThreshold, type Weight } from "../../../src/agent/compact/plan.ts";
import type { Agent, AgentLimits } from "../../../src/domain/agent.ts";
import type { EventBody, NightjarEvent } from "../../../src/domain/events.ts";
import type { MessageId } from "../../../src/domain/ids.ts";
import type { Later } from "../../../src/domain/time/later.ts";
import { meterModel } from "../ledger/side-calls.ts";
import type { Store } from "../rows/store.ts";
import type { Compaction } from "../rows/turns/compactions.ts";
import { harvestLeft } from "./compaction-harvest.ts";
import { compactedNotice, UNDONE_NOTICE } from "./compaction-notices.ts";
import { compactionOf } from "./compaction-record.ts";
import { batchesOf, ownOf, scopeOf, walk } from "./compaction-walk.ts";
import type { ContextPorts } from "./ports.ts";

interface CompactorDeps {
  store: Store;
  ports: ContextPorts;
  broadcast(event: NightjarEvent): void;
  later: Later;
  /** Drops the cached history. */
  forget(): void;
  /** After-work was recorded: it is flushed when the object is quiet. */
  leaveWork(): void;
}

interface CompactRequest {
  /** Newest message of the branch. */
  leaf: MessageId;
  agent: Agent;
  /** First choice first, never empty. */
  models: readonly string[];
  /** An answer waits for it, so memory is flushed afterwards. */
  is_awaited?: boolean;
  /** Called in the commit of the summary, unless another request was already under way. */
  isDone?(): void;
}

export type CompactOutcome =
  | { status: "compacted"; compaction: Compaction }
  | { status: "nothing"; reason: string }
  | { status: "failed"; reason: string };

/** Size of the newest request, when its turn ended. */
export interface Load extends CompactRequest {
  limits: AgentLimits;
  /** Tokens of the whole request and its answer. */
  tokens: number;
  /** Tokens of the messages in it. */
  history: number;
}

const FIRST_REST_MS = 60_000;
const LAST_REST_MS = 3_600_000;
const NOTHING = "There's nothing to summarise yet.";

export class Compactor {
  private readonly deps: CompactorDeps;
  private readonly stopped = new AbortController();
  private running: Promise<CompactOutcome> | undefined;
  private load: Load | undefined;
  private lastAgent: Agent | undefined;
  private rest = FIRST_REST_MS;
  private restsUntil = 0;
  private isHarvesting = false;

  constructor(deps: CompactorDeps) {
    this.deps = deps;
  }

  /** Never rejects. A call during a run joins that run. */
  run(request: CompactRequest): Promise<CompactOutcome> {
    this.running ??= this.once(request).finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  /** Whether a history of this size is summarised in one model call, so that an answer may wait for it. */
  isQuick(request: CompactRequest, tokens: number): boolean {
    const writer = this.writerFor(request);
    return writer.type === "rule" || tokens <= writer.window * PIECE_OF_WINDOW;
  }

  /** A turn has ended, with a request of this size. */
  note(load: Load): void {
    this.load = load;
    this.lastAgent = load.agent;
  }

  /** The agent that answered last in this life of the object. */
  get agent(): Agent | undefined {
    return this.lastAgent;
  }

  /** Called when nothing runs: compacts if the newest request was past the threshold, while nobody waits. */
  consider(): void {
    const { ports, store } = this.deps;
    const { load } = this;
    this.load = undefined;
    if (ports.now() >= this.restsUntil) void this.harvest();
    if (!load) return;
    const { context_window } = ports.model.info(load.models[0] ?? "");
    const threshold = compactionThreshold(context_window, load.limits.compact_at_tokens);
    const isFull = load.tokens >= threshold && load.history >= threshold / 4;
    // Whoever undid a summary wants none: from then on only what does not fit is compacted.
    const isHeld = (store.compactions.newest()?.undone_at ?? null) !== null;
    const isResting = ports.now() < this.restsUntil;
    if (isFull && !isHeld && !isResting) void this.run(load);
  }

  /** Undoes the branch's newest summary, with `isDone` in the same commit; undefined when there is none. */
  async undo(leaf: MessageId, isDone: () => void = () => undefined): Promise<Compaction | undefined> {
    const { store, ports } = this.deps;
    const { base } = await walk(store, leaf, () => this.pause());
    if (!base) return undefined;
    this.commit(
      [
        { type: "compaction_undone", upto: base.upto },
        { type: "notice", level: "info", text: UNDONE_NOTICE },
      ],
      () => {
        store.compactions.undo(base.id, ports.now());
        isDone();
      },
    );
    return base;
  }

  /** The conversation is being deleted. */
  async stop(): Promise<void> {
    this.stopped.abort();
    await this.running;
  }

  private async once(request: CompactRequest): Promise<CompactOutcome> {
    try {
      const outcome = await this.attempt(request);
      if (outcome.status === "compacted") this.rest = FIRST_REST_MS;
      if (outcome.status === "failed") this.failed(outcome.reason);
      return outcome;
    } catch (problem) {
      this.failed(String(problem));
      return { status: "failed", reason: "The summary couldn't be made right now. Try again later." };
    }
  }

  private async harvest(): Promise<void> {
    const { store, ports } = this.deps;
    if (this.isHarvesting) return;
    this.isHarvesting = true;
    const problem = await harvestLeft({ store, ports, pause: () => this.pause() }, this.stopped.signal);
    this.isHarvesting = false;
    if (problem !== undefined) this.failed(problem);
  }

  private failed(reason: string): void {
    const { ports } = this.deps;
    if (this.stopped.signal.aborted) return;
    ports.log.warn("compaction_failed", { rest_ms: this.rest, reason });
    this.restsUntil = ports.now() + this.rest;
    this.rest = Math.min(this.rest * 2, LAST_REST_MS);
  }

  private async attempt(request: CompactRequest): Promise<CompactOutcome> {
    const { store, ports } = this.deps;
    const walked = await walk(store, request.leaf, () => this.pause());
    const going = walked.weights.slice(0, boundaryOf(walked.weights, firstOpen(store, walked.weights)));
    const last = going.at(-1);
    if (!last) return { status: "nothing", reason: NOTHING };
    const scope = scopeOf(store, request.agent.slug);
    const id = ports.ids.create("cmp");
    // The harvest passes over temporary conversations too.
    const isLater = request.is_awaited === true || store.meta.temporary;
    const deps = {
      model: meterModel(this.deps, { id, agent: request.agent.slug, purpose: "compaction" }),
      writer: this.writerFor(request),
      prompt: request.agent.compaction_prompt || ports.compactionPrompt || ports.prompts.text("compaction"),
      memory: isLater ? ("later" as const) : ports.flushMemory,
      signal: this.stopped.signal,
    };
    const batches = batchesOf(store, going, () => this.pause());
    const { summary: before = "", heard = [] } = walked.base ?? {};
    const result = await compact(deps, { scope, before, heard, batches, isOwn: ownOf(store, going) });
    if (this.stopped.signal.aborted) return { status: "failed", reason: "The conversation was deleted." };
    if (result.status === "failed") return result;
    return this.record(request, compactionOf(walked, going, { ...result, id, at: ports.now() }));
  }

  private record(request: CompactRequest, compaction: Compaction): CompactOutcome {
    const { store } = this.deps;
    const { upto, messages, tokens_before, tokens_after, summary } = compaction;
    this.commit(
      [
        { type: "compaction", upto, messages, tokens_before, tokens_after, summary },
        { type: "notice", level: "info", text: compactedNotice(compaction) },
      ],
      () => {
        store.compactions.add(compaction);
        store.meta.window_start = null;
        request.isDone?.();
      },
    );
    return { status: "compacted", compaction };
  }

  private commit(bodies: EventBody[], body: () => void): void {
    const { store, ports, broadcast } = this.deps;
    const now = ports.now();
    const events = store.commit(now, () => {
      body();
      store.meta.revision += 1;
      return bodies.map((event) => store.log.append(event, null, now));
    });
    this.deps.forget();
    this.deps.leaveWork();
    for (const event of events) broadcast(event);
  }

  /**
   * A fast model writes the summary. Where only offline rules are set up, a rule does, and the notice says
   * so.
   */
  private writerFor({ agent, models }: CompactRequest): Writer {
    const { model } = this.deps.ports;
    const fast = agent.fast_model ?? model.fastModel() ?? models[0] ?? "";
    if (fast.startsWith("offline/")) return { type: "rule" };
    const chain = [...new Set([fast, ...models])];
    return { type: "model", models: chain, window: model.info(fast).context_window };
  }

  private pause(): Promise<void> {
    return new Promise((resolve) => void this.deps.later(resolve, 0));
  }
}

/**
 * The message being answered stays in the context, with all after it. A parked turn reads its own branch
 * again.
 */
function firstOpen(store: Store, weights: readonly Weight[]): number {
  const open = store.turns.open().filter(({ state }) => state !== "parked");
  const triggers = new Set(open.map((turn) => turn.trigger_id));
  const index = weights.findIndex(({ id }) => triggers.has(id));
  return index === -1 ? weights.length : index;
}
