/** Runs one turn: gathers what it needs side by side, lets the loop run, and commits how it ended. */
import { dynamicText } from "../../../src/agent/context/moment.ts";
import { deadlineAfter } from "../../../src/agent/loop/run-call.ts";
import { runTurn } from "../../../src/agent/loop/run-turn.ts";
import type { RecalledItem } from "../../../src/agent/ports/memory.ts";
import type { ToolSpec } from "../../../src/agent/ports/model.ts";
import type { Tool } from "../../../src/agent/ports/tool.ts";
import type { StepRecord, Turn, TurnContext, TurnOutcome } from "../../../src/agent/turn.ts";
import type { Agent } from "../../../src/domain/agent.ts";
import type { Message } from "../../../src/domain/message.ts";
import { textOf } from "../../../src/domain/message.ts";
import { type ContextWish, TurnContexts } from "../context/turn-context.ts";
import type { Ending } from "../ledger/ending.ts";
import { LostCall, type Past } from "../ledger/lost-call.ts";
import { budgetCheck } from "../ledger/turn-budget.ts";
import { beginLife, type TurnLife } from "../ledger/turn-life.ts";
import { loadSteps, parkedCalls, StepJournal } from "../rows/step-journal.ts";
import type { Store } from "../rows/store.ts";
import type { TurnRow } from "../rows/turns.ts";
import { conversationPort } from "./conversation-port.ts";
import { prepare } from "./prepare.ts";
import type { RunnerDeps } from "./runner-deps.ts";
import { endTurn } from "./turn-end.ts";
import { parkTurn } from "./turn-park.ts";

const RECALL_LIMIT = 5;
const RECALL_BOX_MS = 150;
const MAX_ATTEMPTS = 5;

interface Gathered {
  agent: Agent;
  models: string[];
  tools: Tool[];
  context: TurnContext;
  /** What the context is made of, should it have to be made again. */
  wish: ContextWish;
  turn: Turn;
}

export class TurnRunner {
  private readonly deps: RunnerDeps;
  private readonly contexts: TurnContexts;

  constructor(deps: RunnerDeps) {
    this.deps = deps;
    this.contexts = new TurnContexts(deps);
  }

  /** Never throws: what goes wrong ends the turn with a message that says so. */
  async run(row: TurnRow, signal: AbortSignal, past: Past): Promise<void> {
    const { store, ports, pump } = this.deps;
    const steps = store.turns.takeFresh(row.id) ? [] : loadSteps(store.sql, row.id);
    const isResumed = past !== "fresh";
    const lost = past === "under way" ? new LostCall(this.deps, row, steps) : undefined;
    const isFirst = steps.length === 0 && !isResumed;
    const life = beginLife(store, row, isFirst, ports.now);
    pump.open(row.id, (body) => life.trace.follow(body));
    const giveUp = (outcome: EndOutcome) => this.giveUp({ row, steps, outcome, life }, lost);
    try {
      if (row.state === "halting") return giveUp(haltedWhileAway());
      if (isResumed && row.attempts >= MAX_ATTEMPTS) return giveUp(sealed());
      const work = (wanted: AbortSignal) => this.gather(row, steps, isResumed, wanted);
      const prepared = await prepare(work, signal, this.deps.later);
      if (prepared.status === "stopped") return giveUp(haltedWhileAway());
      if (prepared.status === "late") return giveUp(unprepared());
      const gathered = prepared.value;
      const journal = this.journalOf(row, life);
      const { turn, context } = gathered;
      lost?.book({ agent: turn.agent.slug, model: turn.models[0] ?? "", context });
      const outcome = await this.fitted(gathered, { steps, journal, signal, life });
      if (outcome.status === "parked") this.park({ row, turn, steps, parts: outcome.parts, journal, life });
      else this.end({ row, turn, steps, outcome, life });
    } catch (problem) {
      ports.log.error("turn_broke", { turn: row.id, problem: String(problem) });
      giveUp(broken());
    } finally {
      pump.close();
    }
  }

  forgetHistory(): void {
    this.contexts.forget();
  }

  /** Ends with the recorded steps alone: text that was shown of a later one is void. */
  private giveUp(ending: Omit<Ending, "turn">, lost: LostCall | undefined): void {
    lost?.book();
    this.deps.pump.push({ type: "reset", from_step: ending.steps.length + 1 });
    this.end({ ...ending, turn: undefined });
  }

  private end(ending: Ending): void {
    const message = endTurn(this.deps, ending);
    this.contexts.ended(message, ending.steps);
  }

  private park(waiting: Parameters<typeof parkTurn>[1]): void {
    parkTurn(this.deps, waiting);
    this.contexts.parked();
  }

  /** What a model finds too long after all is made shorter once. */
  private async fitted(gathered: Gathered, run: LoopRun): Promise<TurnOutcome> {
    const outcome = await this.loop(gathered, run);
    const isTooLong = outcome.status === "failed" && outcome.too_long === true;
    if (!isTooLong || !(await this.contexts.shortenAfterRefusal(gathered.wish))) return outcome;
    return this.loop({ ...gathered, context: await this.contexts.build(gathered.wish) }, run);
  }

  /** Everything the first model call needs; what has to be read is read side by side. */
  private async gather(
    row: TurnRow,
    steps: StepRecord[],
    isResumed: boolean,
    wanted: AbortSignal,
  ): Promise<Gathered> {
    const { store, ports } = this.deps;
    const { meta } = store;
    const agent = await ports.agent(row.agent ?? meta.agent);
    const models = ports.model.chain(agent, row.model ?? meta.model);
    if (!wanted.aborted) this.announce(row, agent, models, steps, isResumed);
    const { contexts } = this;
    const messages = contexts.messages(row, models[0] ?? "");
    const asked = turnOf(row, store, agent, models, messages);
    const journaled = steps[0]?.reply.dynamic;
    const [tools, surroundings, recalled, granted, skills] = await Promise.all([
      ports.toolbox.list(agent, meta.owner),
      contexts.surroundings(row, agent, messages),
      journaled === undefined ? this.recall(asked, textOf(messages.at(-1)?.parts ?? []), wanted) : [],
      ports.granted(meta.owner, agent.slug),
      this.skills(asked),
      ports.budgets.ready({ owner: meta.owner, agent: agent.slug }),
    ]);
    const { changes } = surroundings;
    const dynamic =
      journaled ?? dynamicText({ now: ports.now(), source: row.source, recalled, changes, skills });
    const wish = { row, agent, models, tools: tools.map(specOf), surroundings, dynamic, steps };
    const context = await contexts.build(wish);
    return { agent, models, tools, context, wish, turn: { ...asked, granted } };
  }

  /** A model without tools can't load a skill: those that fit the words are put before it. */
  private skills({ agent, owner, models, user_text }: Turn): Promise<string[]> | string[] {
    const { ports } = this.deps;
    const hasTools = ports.model.info(models[0] ?? "").capabilities.tool;
    return hasTools ? [] : ports.fittingSkills(agent, owner, user_text);
  }

  /** What watchers see first: that it started, or that it goes on and which text is void. */
  private announce(
    row: TurnRow,
    agent: Agent,
    models: string[],
    steps: StepRecord[],
    isResumed: boolean,
  ): void {
    const { pump } = this.deps;
    if (steps.length === 0) {
      const mode = row.mode ?? this.deps.store.meta.mode ?? "normal";
      const [model = ""] = models;
      pump.push({ type: "turn_start", agent: agent.slug, model, mode, trigger_message_id: row.trigger_id });
    }
    if (isResumed) pump.push({ type: "reset", from_step: steps.length + 1 });
  }

  private async recall(turn: Turn, about: string, wanted: AbortSignal): Promise<RecalledItem[]> {
    if (about.trim() === "") return [];
    const { owner, agent, room, conversation_id } = turn;
    const scope = { owner, agent: agent.slug, conversation_id, ...(room !== undefined && { room }) };
    const box = deadlineAfter(RECALL_BOX_MS, this.deps.later);
    const late = new Promise<RecalledItem[]>((resolve) =>
      box.signal.addEventListener("abort", () => resolve([]), { once: true }),
    );
    const items = await Promise.race([
      this.deps.ports.recall.recall(scope, about, RECALL_LIMIT, box.signal),
      late,
    ]);
    box.clear();
    if (items.length > 0 && !wanted.aborted) {
      this.deps.pump.push({
        type: "recall",
        items: items.map(({ id, text, source }) => ({ id, text, source })),
      });
    }
    return items;
  }

  private journalOf(row: TurnRow, { trace }: TurnLife): StepJournal {
    const { store, pump } = this.deps;
    return new StepJournal(store.sql, row.id, {
      onWrite: () => {
        store.turns.forgetAttempts(row);
        pump.storeWithinTransaction();
      },
      timings: () => trace.take(),
    });
  }

  private async loop(
    { turn, models, context, tools }: Gathered,
    { steps, journal, signal, life }: LoopRun,
  ): Promise<TurnOutcome> {
    const { store, ports, pump } = this.deps;
    const deps = {
      model: ports.model,
      policy: ports.policy,
      journal,
      conversation: conversationPort(this.deps, models, steps),
      now: ports.now,
      deadline: (ms: number) => deadlineAfter(ms, this.deps.later),
      budget: budgetCheck(ports.budgets, { turn, context, steps, life }),
      waitingCalls: () => parkedCalls(store.sql).map((call) => call.call_id),
    };
    const events = runTurn(deps, { turn, context, tools, steps, signal });
    for (;;) {
      const next = await events.next();
      if (next.done) return next.value;
      pump.push(next.value);
    }
  }
}

interface LoopRun {
  steps: StepRecord[];
  journal: StepJournal;
  signal: AbortSignal;
  life: TurnLife;
}

function turnOf(
  row: TurnRow,
  store: Store,
  agent: Agent,
  models: string[],
  messages: readonly Message[],
): Turn {
  return {
    id: row.id,
    conversation_id: store.meta.conversation_id,
    answer_id: row.answer_id,
    trigger_message_id: row.trigger_id,
    owner: store.meta.owner,
    agent,
    ...(store.meta.room !== null && { room: store.meta.room }),
    models,
    mode: row.mode ?? store.meta.mode ?? "normal",
    source: row.source,
    user_text: wordsOf(messages),
  };
}

/** A burst is answered as one. What the system says, a reminder say, are not the words of a person. */
function wordsOf(messages: readonly Message[]): string {
  const burst = messages.slice(messages.findLastIndex((message) => message.role === "assistant") + 1);
  const own = burst.filter((message) => message.role === "user");
  return messages.at(-1)?.role === "user" ? own.map((message) => textOf(message.parts)).join("\n") : "";
}

function specOf({ name, description, input }: Tool): ToolSpec {
  return { name, description, input: input.json };
}

type EndOutcome = Exclude<TurnOutcome, { status: "parked" }>;

function sealed(): EndOutcome {
  const reason = `This turn was interrupted ${MAX_ATTEMPTS} times and has been given up. Send your message again to retry it.`;
  return { status: "failed", parts: [], error: "internal", reason, retryable: true };
}

function broken(): EndOutcome {
  const reason =
    "Something went wrong inside Nightjar while answering. Your message is kept: send it again to retry.";
  return { status: "failed", parts: [], error: "internal", reason, retryable: true };
}

function unprepared(): EndOutcome {
  const reason =
    "What the answer needs could not be read in time. Your message is kept: send it again to retry.";
  return { status: "failed", parts: [], error: "internal", reason, retryable: true };
}

function haltedWhileAway(): EndOutcome {
  return { status: "halted", parts: [], reason: "Stopped by the person." };
}
