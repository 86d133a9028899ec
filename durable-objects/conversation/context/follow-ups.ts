/** Suggests what the person may write next. Asked for by the app once an answer is out, so nothing waits for it. */
import { followUpsBy, MOST_FOLLOW_UP_TOKENS } from "../../../src/agent/compact/follow-ups.ts";
import type { Agent } from "../../../src/domain/agent.ts";
import { followUpsByRule } from "../../../src/domain/fields/follow-up-words.ts";
import { type Message, textOf } from "../../../src/domain/message.ts";
import { meterModel } from "../ledger/side-calls.ts";
import { branchOf } from "../rows/branch.ts";
import type { Store } from "../rows/store.ts";
import type { NoCast } from "./casting.ts";
import type { ContextPorts } from "./ports.ts";

interface FollowUpDeps {
  store: Store;
  ports: ContextPorts;
  /** After-work was recorded: it is flushed when the object is quiet. */
  leaveWork(): void;
  /** The agent that would answer. Rejects only when storage fails. */
  writer(): Promise<{ agent: Agent } | NoCast>;
}

/** Longest wait for suggestions, which are of no use later. */
const LONGEST_MS = 20_000;

export class FollowUps {
  private readonly deps: FollowUpDeps;
  private readonly stopped = new AbortController();
  private made: { answer: string; items: Promise<string[]> } | undefined;

  constructor(deps: FollowUpDeps) {
    this.deps = deps;
  }

  /** Suggestions for the newest answer, made once; empty when no answer can be followed. Rejects only when storage fails. */
  async newest(): Promise<string[]> {
    const { store } = this.deps;
    const { head } = store.meta;
    const [answer, question] = head === null ? [] : branchOf(store, head, 2);
    if (!answer || question?.role !== "user" || !mayFollow(answer) || store.turns.hasNext) return [];
    if (this.made?.answer !== answer.id)
      this.made = { answer: answer.id, items: this.make({ question, answer }) };
    return this.made.items;
  }

  /** The conversation is being deleted. */
  async stop(): Promise<void> {
    this.stopped.abort();
    await this.made?.items.catch(() => undefined);
  }

  private async make(exchange: { question: Message; answer: Message }): Promise<string[]> {
    const { ports } = this.deps;
    const by = await this.deps.writer();
    if ("refused" in by) return [];
    const { agent } = by;
    const answer = textOf(exchange.answer.parts);
    const model = agent.fast_model ?? ports.model.fastModel();
    if (!model || model.startsWith("offline/")) return followUpsByRule(answer);
    if (this.isRefused(agent.slug, model)) return [];
    const id = `follow-ups:${exchange.answer.id}:${ports.now()}`;
    const port = meterModel(this.deps, { id, agent: agent.slug, purpose: "follow-ups" });
    const signal = AbortSignal.any([this.stopped.signal, AbortSignal.timeout(LONGEST_MS)]);
    const system = ports.prompts.text("follow-ups");
    const question = textOf(exchange.question.parts);
    return followUpsBy(port, { system, model, question, answer }, signal);
  }

  private isRefused(agent: string, model: string): boolean {
    const { store, ports } = this.deps;
    const payer = { owner: store.meta.payer ?? store.meta.owner, agent };
    const call = {
      model,
      prompt_tokens: () => 1_200,
      output_tokens: MOST_FOLLOW_UP_TOKENS,
      isFirst: false,
    };
    return ports.budgets.refusal(payer, call) !== undefined;
  }
}

/** An answer that repeats outside content could put a stranger's words into the person's mouth. */
function mayFollow({ role, status, trust, quotes_none, parts }: Message): boolean {
  const isOwn = trust !== "untrusted" || quotes_none === true;
  return role === "assistant" && status === "complete" && isOwn && textOf(parts).trim() !== "";
}
