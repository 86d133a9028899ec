/** Runs one turn: gathers what it needs side by side, lets the loop run, and commits how it ended. */
import { buildContext } from "../../src/agent/context.ts";
import { dynamicText } from "../../src/agent/context-moment.ts";
import type { RecalledItem } from "../../src/agent/ports/memory.ts";
import type { Tool } from "../../src/agent/ports/tool.ts";
import { deadlineAfter } from "../../src/agent/run-call.ts";
import { runTurn } from "../../src/agent/run-turn.ts";
import type { StepRecord, Turn, TurnContext, TurnOutcome } from "../../src/agent/turn.ts";
import type { Agent } from "../../src/domain/agent.ts";
import type { MediaPart, Message } from "../../src/domain/message.ts";
import { textOf } from "../../src/domain/message.ts";
import { conversationPort } from "./conversation-port.ts";
import { History } from "./history.ts";
import type { RunnerDeps } from "./runner-deps.ts";
import type { Services } from "./services.ts";
import { loadSteps, StepJournal } from "./step-journal.ts";
import type { Store } from "./store.ts";
import { endTurn, parkTurn } from "./turn-end.ts";
import type { TurnRow } from "./turns.ts";

const RECALL_LIMIT = 5;
const RECALL_BOX_MS = 150;
const MAX_ATTEMPTS = 5;

interface Gathered {
  agent: Agent;
  models: string[];
  tools: Tool[];
  context: TurnContext;
  turn: Turn;
}

export class TurnRunner {
  private readonly deps: RunnerDeps;
  private readonly history: History;

  constructor(deps: RunnerDeps) {
    this.deps = deps;
    this.history = new History(deps.store);
  }

  /** Never throws: what goes wrong ends the turn with a message that says so. */
  async run(row: TurnRow, signal: AbortSignal, isResumed: boolean): Promise<void> {
    const { services, pump } = this.deps;
    const startedAt = services.now();
    const steps = loadSteps(this.deps.store.sql, row.id);
    pump.open(row.id);
    try {
      if (row.state === "halted") return this.giveUp(row, steps, haltedWhileAway(), startedAt);
      if (isResumed && row.attempts >= MAX_ATTEMPTS) return this.giveUp(row, steps, sealed(), startedAt);
      const gathered = await this.gather(row, steps, isResumed);
      const journal = this.journalOf(row);
      const { turn } = gathered;
      const outcome = await this.loop(gathered, { steps, journal, signal });
      if (outcome.status === "parked")
        parkTurn(this.deps, { row, turn, steps, parts: outcome.parts, journal });
      else this.end(row, turn, steps, outcome, startedAt);
    } catch (problem) {
      services.log.error("turn_broke", { turn: row.id, problem: String(problem) });
      this.giveUp(row, steps, broken(), startedAt);
    }
  }

  forgetHistory(): void {
    this.history.forget();
  }

  /** Ends with the recorded steps alone: text that was shown of a later one is void. */
  private giveUp(row: TurnRow, steps: StepRecord[], outcome: EndOutcome, startedAt: number): void {
    this.deps.pump.push({ type: "reset", from_step: steps.length + 1 });
    this.end(row, undefined, steps, outcome, startedAt);
  }

  private end(
    row: TurnRow,
    turn: Turn | undefined,
    steps: StepRecord[],
    outcome: Exclude<TurnOutcome, { status: "parked" }>,
    startedAt: number,
  ): void {
    const message = endTurn(this.deps, { row, turn, steps, outcome, startedAt });
    this.history.append(message);
  }

  /** Everything the first model call needs; what has to be read is read side by side. */
  private async gather(row: TurnRow, steps: StepRecord[], isResumed: boolean): Promise<Gathered> {
    const { store, services } = this.deps;
    const { meta } = store;
    const agent = await services.agent(row.agent ?? meta.agent);
    const models = services.model.chain(agent, row.model ?? meta.model);
    this.announce(row, agent, models, steps, isResumed);
    const limit =
      agent.limits.compact_at_tokens ?? 0.75 * services.model.info(models[0] ?? "").context_window;
    const { messages, isCut } = this.history.load(row.trigger_id, limit);
    if (isCut) this.deps.pump.push({ type: "notice", level: "info", text: CUT_NOTICE });
    const asked = turnOf(row, store, agent, models, messages);
    const journaled = steps[0]?.reply.dynamic;
    const [tools, sections, media, recalled, granted] = await Promise.all([
      services.toolbox.list(agent, meta.owner),
      services.sections(agent, meta.owner),
      this.media(messages),
      journaled === undefined ? this.recall(asked, textOf(messages.at(-1)?.parts ?? [])) : [],
      services.granted(meta.owner, agent.slug),
    ]);
    const dynamic = journaled ?? dynamicText({ now: services.now(), source: row.source, recalled });
    const context = buildContext({
      agent,
      messages,
      semi_stable: sections,
      dynamic,
      media: (part) => media.get(part.file_id),
    });
    return { agent, models, tools, context, turn: { ...asked, granted } };
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

  private media(messages: readonly Message[]): ReturnType<Services["media"]> {
    const parts = messages.flatMap((message) => message.parts.filter(isMedia));
    return parts.length > 0
      ? this.deps.services.media(this.deps.store.meta.owner, parts)
      : Promise.resolve(new Map());
  }

  private async recall(turn: Turn, about: string): Promise<RecalledItem[]> {
    if (about.trim() === "") return [];
    const scope = { owner: turn.owner, agent: turn.agent.slug, conversation_id: turn.conversation_id };
    const box = deadlineAfter(RECALL_BOX_MS, this.deps.later);
    const late = new Promise<RecalledItem[]>((resolve) =>
      box.signal.addEventListener("abort", () => resolve([]), { once: true }),
    );
    const items = await Promise.race([
      this.deps.services.recall.recall(scope, about, RECALL_LIMIT, box.signal),
      late,
    ]);
    box.clear();
    if (items.length > 0) {
      this.deps.pump.push({
        type: "recall",
        items: items.map(({ id, text, source }) => ({ id, text, source })),
      });
    }
    return items;
  }

  private journalOf(row: TurnRow): StepJournal {
    const { store, pump } = this.deps;
    return new StepJournal(store.sql, row.id, {
      onWrite: () => {
        store.turns.forgetAttempts(row);
        pump.storeWithinTransaction();
      },
    });
  }

  private async loop(
    { turn, models, context, tools }: Gathered,
    { steps, journal, signal }: { steps: StepRecord[]; journal: StepJournal; signal: AbortSignal },
  ): Promise<TurnOutcome> {
    const { services, pump } = this.deps;
    const deps = {
      model: services.model,
      policy: services.policy,
      journal,
      conversation: conversationPort(this.deps, models, steps),
      now: services.now,
      deadline: (ms: number) => deadlineAfter(ms, this.deps.later),
      budget: () => undefined,
    };
    const events = runTurn(deps, { turn, context, tools, steps, signal });
    for (;;) {
      const next = await events.next();
      if (next.done) return next.value;
      pump.push(next.value);
    }
  }
}

const CUT_NOTICE =
  "This conversation is longer than the model can read: the oldest messages are out of its sight. They are kept.";

function turnOf(row: TurnRow, store: Store, agent: Agent, models: string[], messages: Message[]): Turn {
  return {
    id: row.id,
    conversation_id: store.meta.conversation_id,
    answer_id: row.answer_id,
    trigger_message_id: row.trigger_id,
    owner: store.meta.owner,
    agent,
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

function isMedia(part: Message["parts"][number]): part is MediaPart {
  return part.type === "image" || part.type === "audio" || part.type === "file";
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

function haltedWhileAway(): EndOutcome {
  return { status: "halted", parts: [], reason: "Stopped by the person." };
}
