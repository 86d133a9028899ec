/**
 * Names a conversation after its first exchange, unless a person has. Nobody waits for it: while the thread
 * is full it comes with the after-work. A failed attempt is not repeated.
 */
import { titleBy } from "../../../src/agent/compact/title.ts";
import type { Agent } from "../../../src/domain/agent.ts";
import type { NightjarEvent } from "../../../src/domain/events.ts";
import type { MessageId } from "../../../src/domain/ids.ts";
import { type Message, textOf } from "../../../src/domain/message.ts";
import { meterModel } from "../ledger/side-calls.ts";
import type { Store } from "../rows/store.ts";
import type { NoCast } from "./casting.ts";
import type { ContextPorts } from "./ports.ts";

interface TitlerDeps {
  store: Store;
  ports: ContextPorts;
  broadcast(event: NightjarEvent): void;
  /** After-work was recorded: it is flushed when the object is quiet. */
  leaveWork(): void;
  /** The agent that answered last in this life of the object; its model writes the title. */
  agent(): Agent | undefined;
  /** Whether somebody looks at the conversation in the app. */
  isWatched(): boolean;
  /** Without one, the agent that would answer, if any. Rejects only when storage fails. */
  writer(): Promise<{ agent: Agent } | NoCast>;
}

/** The first message of a person and the first answer. */
interface Exchange {
  question: string;
  answer: string;
  ids: MessageId[];
}

const MOST_OUTPUT_TOKENS = 40;

export class Titler {
  private readonly deps: TitlerDeps;
  private readonly stopped = new AbortController();
  private running: Promise<void> | undefined;
  private isTried = false;

  constructor(deps: TitlerDeps) {
    this.deps = deps;
  }

  /**
   * Called when nothing runs: names the conversation if its title is still made of a person's first words.
   * Never throws.
   */
  consider(): void {
    const exchange = this.isTried ? undefined : this.firstExchange();
    if (!exchange) return;
    this.isTried = true;
    this.running = this.name(exchange)
      .catch((problem: unknown) => this.deps.ports.log.warn("title_not_made", { problem: String(problem) }))
      .finally(() => {
        this.running = undefined;
      });
  }

  get isRunning(): boolean {
    return this.running !== undefined;
  }

  /** The conversation is being deleted. */
  async stop(): Promise<void> {
    this.stopped.abort();
    await this.running;
  }

  private firstExchange(): Exchange | undefined {
    const { meta, transcript } = this.deps.store;
    // Longer conversations keep the title from their first words, or have one from a person.
    if (meta.title_by !== "words" || meta.head === null || meta.message_count > 8) return undefined;
    if (this.isSingle() && !this.deps.isWatched()) return undefined;
    const branch = transcript.branch(meta.head as MessageId, 8).reverse();
    const question = branch.find(({ role }) => role === "user");
    const answer = branch.find(({ role, status }) => role === "assistant" && status === "complete");
    if (!question || !answer) return undefined;
    return { question: wordsOf(question), answer: wordsOf(answer), ids: [question.id, answer.id] };
  }

  /** A program's question and its answer: nobody reads the title until it goes on or somebody looks. */
  private isSingle(): boolean {
    const { channel, message_count } = this.deps.store.meta;
    return channel === "http" && message_count <= 2;
  }

  private async name(exchange: Exchange): Promise<void> {
    const { store, ports, writer } = this.deps;
    const agent = this.deps.agent() ?? agentOf(await writer());
    if (!agent) return;
    const fast = agent.fast_model ?? ports.model.fastModel();
    if (!fast || fast.startsWith("offline/") || this.isRefused(agent.slug, fast)) return;
    const { question, answer } = exchange;
    const id = `title:${store.meta.conversation_id}:${ports.now()}`;
    const model = meterModel(this.deps, { id, agent: agent.slug, purpose: "title" });
    const asked = { system: ports.prompts.text("title"), models: [fast], question, answer };
    const title = await titleBy(model, asked, this.stopped.signal);
    // A person may have named it meanwhile, or deleted the messages it was named by.
    if (title === undefined || this.stopped.signal.aborted || store.meta.title_by !== "words") return;
    if (!exchange.ids.every((named) => store.transcript.has(named))) return;
    this.keep(title);
  }

  private isRefused(agent: string, model: string): boolean {
    const { store, ports } = this.deps;
    const payer = { owner: store.meta.payer ?? store.meta.owner, agent };
    const call = { model, prompt_tokens: () => 1_000, output_tokens: MOST_OUTPUT_TOKENS, isFirst: false };
    return ports.budgets.refusal(payer, call) !== undefined;
  }

  private keep(title: string): void {
    const { store, ports, broadcast, leaveWork } = this.deps;
    const now = ports.now();
    const event = store.commit(now, () => {
      store.meta.title = title;
      store.meta.title_by = "model";
      store.meta.revision += 1;
      return store.log.append({ type: "title", title }, null, now);
    });
    leaveWork();
    broadcast(event);
  }
}

function agentOf(by: { agent: Agent } | NoCast): Agent | undefined {
  return "refused" in by ? undefined : by.agent;
}

function wordsOf({ parts }: Message): string {
  return textOf(parts);
}
