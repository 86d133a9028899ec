/** Kills of a real instance: `kill -9` of all its processes at a random moment of turns, again and again. */
import type { DeliveryView } from "../../durable-objects/conversation/views/delivery-views.ts";
import type { Message } from "../../src/channels/web/wire.ts";
import { must } from "../support/machine/broken.ts";
import { Seen } from "../support/machine/reader.ts";
import { type Nightjar, startNightjar } from "../support/process/nightjar.ts";
import { until } from "../support/process/until.ts";
import { TestChat } from "../support/test-channel/chat.ts";
import { startTestChannel } from "../support/test-channel/server.ts";
import { repliesArrived, someFaults } from "./kill-chat.ts";
import { answerTo, KillModel, type Kind, type Task, wordsFor } from "./kill-model.ts";
import { Random } from "./random.ts";
import type { Tally } from "./tally.ts";

/** A turn goes on so soon after the instance is ready, or the promise is broken. */
const RESUME_MS = 2_000;
const CONVERSATIONS = 3;

export interface Kills {
  tally: Tally;
  /** Of turns that were cut off: ms from readiness to the next sign of life. */
  resumed_ms: number[];
}

interface Sent {
  conversation: string;
  client_id: string;
  task: Task;
  /** Where it was written, if not to the API. */
  chat?: TestChat;
}

/** Of one conversation, as `/cost` tells it. */
interface LedgerSum {
  key: string;
  calls: number;
  estimated_calls: number;
}

export interface KillOptions {
  kills: number;
  seed: number;
  onKill(done: Kills, kill: number): void;
  /** Ends it after the round that runs. */
  signal: AbortSignal;
}

/** Throws Broken when a promise was not kept. */
export async function killProcesses({ kills, seed, onKill, signal }: KillOptions): Promise<Kills> {
  const model = await KillModel.start();
  const platform = await startTestChannel();
  const nightjar = await startNightjar({ vars: model.vars, entry: "test/workers/channel-worker.ts" });
  const run = new Run({ nightjar, model, platform: platform.url }, new Random(seed));
  try {
    for (let kill = 1; kill <= kills && !signal.aborted; kill++) {
      await run.round(kill);
      onKill(run.done, kill);
    }
    return run.done;
  } catch (problem) {
    // What it said of itself since its last start: the only trace of what went wrong in there.
    console.error(`${nightjar.command.stdout}\n${nightjar.command.stderr}`.trim());
    throw problem;
  } finally {
    await nightjar.dispose();
    await platform.close();
    await model.close();
  }
}

interface Scene {
  nightjar: Nightjar;
  model: KillModel;
  /** Address of the chat platform. */
  platform: string;
}

class Run {
  readonly done: Kills = { tally: {}, resumed_ms: [] };
  private readonly nightjar: Nightjar;
  private readonly model: KillModel;
  private readonly platform: string;
  private readonly random: Random;

  constructor({ nightjar, model, platform }: Scene, random: Random) {
    this.nightjar = nightjar;
    this.model = model;
    this.platform = platform;
    this.random = random;
  }

  /** Sends, kills, starts again, and holds what is there against what was promised. */
  async round(kill: number): Promise<void> {
    const { nightjar } = this;
    const made = await Promise.all(
      Array.from({ length: CONVERSATIONS }, () => nightjar.createConversation()),
    );
    const chatted = await this.chatTask(`k${kill}`);
    const conversations = [...made, chatted.conversation];
    const sent = [...made.flatMap((conversation, at) => this.tasks(conversation, `k${kill}c${at}`)), chatted];
    const of = (conversation: string) => sent.filter((message) => message.conversation === conversation);
    const accepted = Promise.allSettled(conversations.map((conversation) => this.sendAll(of(conversation))));
    await new Promise((resolve) => setTimeout(resolve, this.random.between(20, 2_500)));
    const killedAt = performance.now();
    await nightjar.kill9();
    await accepted;
    await nightjar.start();
    const readyAt = performance.now();

    const open = sent.filter(({ task }) => this.wasAsked(task, killedAt));
    // Nobody asks for the interrupted turns: they have to go on by themselves.
    await until(
      async () => open.filter(({ task }) => !this.isBack(task, killedAt)).length,
      (left) => left === 0 || this.isLate(readyAt),
    );
    for (const message of open) await this.measure(message, killedAt, readyAt);
    // What was not accepted, or nobody knows whether it was, is sent again with the same key.
    for (const conversation of conversations) {
      await this.sendAll(of(conversation));
      await this.check(conversation, of(conversation));
    }
    for (const conversation of conversations) await this.checkCosts(conversation, of(conversation));
    this.count("kills", 1);
    this.count("turns", sent.length);
  }

  private tasks(conversation: string, place: string): Sent[] {
    const count = this.random.between(1, 2);
    return Array.from({ length: count }, (_, n) => {
      const tag = `${place}m${n}`;
      // A program's output comes from outside: after it, acting again would wait for a person.
      const kind = n === 0 ? this.random.pick<Kind>(["talk", "act", "look and act"]) : "talk";
      const task = { tag, kind, pieces: this.random.between(3, 15), gap_ms: this.random.between(5, 120) };
      return { conversation, client_id: tag, task };
    });
  }

  /** Its reply is long enough for several messages of the platform. */
  private async chatTask(place: string): Promise<Sent & { chat: TestChat }> {
    const { random } = this;
    const chat = await TestChat.open(this.platform, place, this.nightjar);
    await chat.faults(...someFaults(random));
    const kind = random.pick<Kind>(["talk", "act"]);
    const task = { tag: `${place}t`, kind, pieces: random.between(30, 80), gap_ms: random.between(1, 12) };
    return { conversation: chat.conversation, client_id: task.tag, task, chat };
  }

  /** One after the other: the order in which they are accepted is what has to be kept. */
  private async sendAll(sent: Sent[]): Promise<void> {
    for (const message of sent) await this.send(message);
  }

  private async send({ conversation, client_id, task, chat }: Sent): Promise<void> {
    if (chat) return void (await chat.write(client_id, wordsFor(task)));
    const body = { text: wordsFor(task), client_id };
    await this.nightjar.request("POST", `/conversations/${conversation}/messages`, body);
  }

  private wasAsked({ tag }: Task, before: number): boolean {
    return (this.model.asked.get(tag) ?? []).some((at) => at < before);
  }

  private isBack({ tag }: Task, killedAt: number): boolean {
    return (this.model.asked.get(tag) ?? []).some((at) => at > killedAt);
  }

  private isLate(readyAt: number): boolean {
    return performance.now() - readyAt > RESUME_MS;
  }

  /** A turn whose end was stored before the kill needs no resuming; any other has to show itself in time. */
  private async measure({ conversation, task }: Sent, killedAt: number, readyAt: number): Promise<void> {
    const back = (this.model.asked.get(task.tag) ?? []).find((at) => at > killedAt);
    if (back === undefined) {
      const answers = (await this.messages(conversation)).filter(({ role }) => role === "assistant");
      const isDone = answers.some(({ parts }) => wordsIn(parts) === answerTo(task));
      must(isDone, "a turn goes on by itself within 2 s of readiness", { task, answers });
      this.count("turns that had ended", 1);
      return;
    }
    this.done.resumed_ms.push(Math.max(0, back - readyAt));
    this.count("turns cut off", 1);
    must(back - readyAt <= RESUME_MS, "a turn goes on by itself within 2 s of readiness", {
      task,
      ms: back - readyAt,
    });
  }

  private async check(conversation: string, sent: Sent[]): Promise<void> {
    const isOver = (messages: Message[]) =>
      messages.filter(({ role, status }) => role === "assistant" && status !== "partial").length ===
      sent.length;
    const messages = await until(() => this.messages(conversation), isOver);
    const expected = sent.flatMap(({ task }) => [wordsFor(task), answerTo(task)]);
    const said = messages.map(({ parts }) => wordsIn(parts));
    must(JSON.stringify(said) === JSON.stringify(expected), "each message has one answer, in order", {
      said,
      expected,
    });
    for (const [index, { task }] of sent.entries()) this.checkEffect(task, messages[2 * index + 1]);
    await this.checkReplay(conversation, sent);
    for (const { chat, task } of sent) if (chat) await this.checkReply(chat, task);
  }

  /** A call whose answer was kept is in the ledger with what it took; one that died is there as an estimate. */
  private async checkCosts(conversation: string, sent: Sent[]): Promise<void> {
    const known = sent.reduce((sum, { task }) => sum + callsOf(task), 0);
    const row = await until(
      async () => {
        const path = "/cost?period=all&by=conversation";
        const { items } = await this.nightjar.request<{ items: LedgerSum[] }>("GET", path);
        return items.find(({ key }) => key === conversation);
      },
      (found) => found !== undefined && found.calls - found.estimated_calls >= known,
    );
    this.count("calls estimated", row?.estimated_calls ?? 0);
  }

  private async checkReply(chat: TestChat, task: Task): Promise<void> {
    const path = `/conversations/${chat.conversation}/deliveries`;
    const deliveriesOf = async () =>
      (await this.nightjar.request<{ items: DeliveryView[] }>("GET", path)).items;
    const { parts, doubled, inDoubt } = await repliesArrived(chat, deliveriesOf, answerTo(task));
    this.count("parts delivered", parts);
    this.count("parts that arrived twice", doubled);
    this.count("deliveries in doubt twice", inDoubt);
  }

  private checkEffect({ tag, kind }: Task, answer: Message | undefined): void {
    if (kind === "talk") return;
    const times = this.model.effects.get(tag) ?? 0;
    const result = answer?.parts.find((part) => part.type === "tool_result" && part.name === "run_code");
    const words = result?.type === "tool_result" ? result.content : "nothing";
    must(times <= 1, "a once tool has its effect once", { tag, times });
    const isInterrupted = words.startsWith("interrupted: outcome unknown");
    must(isInterrupted || times === 1, "a result that says it was done is true", { tag, times, words });
    this.count("once effects", times);
    if (isInterrupted) this.count("once interrupted", 1);
  }

  /** Whoever opens the conversation now sees, event by event, what is stored. */
  private async checkReplay(conversation: string, sent: Sent[]): Promise<void> {
    const socket = await this.nightjar.socket(conversation);
    await socket.frame((frame) => frame.type === "ready");
    const ends = socket.events.filter(({ type }) => type === "turn_end");
    must(ends.length === sent.length, "a turn ends once", { ends, sent: sent.length });
    for (const [index, { task }] of sent.entries()) {
      const own = socket.events.filter(({ turn_id }) => turn_id === ends[index]?.turn_id);
      const seen = new Seen();
      for (const event of own) seen.take(event);
      const { text } = seen;
      must(text === answerTo(task), "what was shown is what is stored", { shown: text, task });
    }
    const seqs = socket.events.map(({ seq }) => seq);
    must(new Set(seqs).size === seqs.length, "a seq is one frame", seqs);
    this.count("events read again", socket.events.length);
    socket.close();
  }

  private async messages(conversation: string): Promise<Message[]> {
    const { items } = await this.nightjar.request<{ items: Message[] }>(
      "GET",
      `/conversations/${conversation}/messages`,
    );
    return items;
  }

  private count(what: string, n: number): void {
    this.done.tally[what] = (this.done.tally[what] ?? 0) + n;
  }
}

/** Requests of a turn that was never interrupted. */
function callsOf({ kind }: Task): number {
  return kind === "talk" ? 1 : kind === "act" ? 2 : 3;
}

function wordsIn(parts: Message["parts"]): string {
  return parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");
}
