/** Somebody who talks to the agent: writes, writes again, interrupts, answers, changes their mind, repeats themselves. */

import type { Receipt } from "../../src/domain/conversation/receipt.ts";
import type { NightjarEvent } from "../../src/domain/events.ts";
import type { CallId, MessageId } from "../../src/domain/ids.ts";
import type { DecisionInbound, Inbound, Source } from "../../src/domain/inbound.ts";
import type { Principal } from "../../src/domain/principal.ts";
import { must } from "../support/machine/broken.ts";
import type { Machine } from "../support/machine/machine.ts";
import type { Outside } from "./outside.ts";
import type { Random } from "./random.ts";

export interface Accepted {
  key: string;
  text: string;
  turn_id: string;
  /** Null when the words answered a question. */
  message_id: string | null;
}

/** The owner, who is known in the chat as well: one person goes on in either place. */
const ANN: Principal = { owner: "usr_ann", role: "member", name: "Ann" };
const WEB: Source = { channel: "web", sender: "ann", sender_name: "Ann" };
const CHAT: Source = { channel: "telegram", sender: "ann-t", thread: "7" };

type Decided = Pick<DecisionInbound, "decision" | "reason">;

const DECISIONS: readonly [Decided, ...Decided[]] = [
  { decision: "once" },
  { decision: "once" },
  { decision: "deny" },
  { decision: "deny", reason: "not today" },
  { decision: "deny" },
];

export interface Habits {
  outside: Outside;
  /** How many are to be sent. */
  messages: number;
  /** Share of them that is written on the chat platform. */
  chat: number;
}

export class Person {
  readonly accepted = new Map<string, Accepted>();
  /** Commands that were accepted, by key. */
  readonly orders = new Map<string, string>();
  /** Messages that are still to be sent. */
  toSend: number;
  private sent = 0;
  private pending = 0;
  private readonly machine: Machine;
  private readonly random: Random;
  private readonly outside: Outside;
  private readonly chat: number;
  private readonly asked = new Set<string>();
  private readonly answers: MessageId[] = [];

  constructor(machine: Machine, random: Random, { outside, messages, chat }: Habits) {
    this.machine = machine;
    this.random = random;
    this.outside = outside;
    this.toSend = messages;
    this.chat = chat;
  }

  /** Nothing is left to say or to repeat. */
  get isDone(): boolean {
    return this.toSend === 0 && this.pending === 0;
  }

  start(): void {
    this.after(1, () => this.speak());
  }

  /** Reads along: a question that is seen is answered, sooner or later, once or twice. */
  hear(event: NightjarEvent): void {
    if (event.type === "message" && event.message.role === "assistant") this.answers.push(event.message.id);
    if (event.type !== "question" && event.type !== "approval") return;
    const place = `${event.turn_id}:${event.call_id}`;
    if (this.asked.has(place)) return;
    this.asked.add(place);
    const { call_id } = event;
    const reply = event.type === "question" ? this.answerTo(call_id) : this.decisionOn(call_id);
    const again = this.random.chance(0.1);
    const impatience = this.random.chance(0.3)
      ? this.random.between(0, 300)
      : this.random.between(300, 20_000);
    this.after(impatience, () => this.deliver(reply, ""));
    if (again) this.after(impatience + 500, () => this.deliver(reply, ""));
  }

  /** Jobs out there report when they are done. */
  reportJobs(): void {
    for (const job of this.outside.jobs.splice(0)) {
      this.after(this.random.between(0, 10_000), () =>
        this.report(job.call_id as CallId, `${job.job_id} is done`),
      );
    }
  }

  private speak(): void {
    const { random } = this;
    if (this.toSend === 0) return;
    const crowd = random.chance(0.15) ? random.between(2, 6) : 1;
    for (let one = 0; one < crowd && this.toSend > 0; one++) this.say();
    if (random.chance(0.06)) this.after(random.between(0, 3_000), () => this.order("halt"));
    if (random.chance(0.03)) this.after(random.between(0, 3_000), () => this.regenerate());
    if (random.chance(0.03)) this.after(random.between(0, 3_000), () => this.order("compact"));
    if (random.chance(0.02)) this.after(random.between(0, 9_000), () => this.order("undo_compact"));
    this.after(random.between(10, random.chance(0.3) ? 300 : 12_000), () => this.speak());
  }

  private say(): void {
    this.toSend -= 1;
    this.sent += 1;
    const key = `client:${this.sent}`;
    const text = `m${this.sent}`;
    const source = this.random.chance(this.chat) ? CHAT : WEB;
    const parts = [{ type: "text" as const, text }];
    this.deliver({ type: "user_message", key, source, actor: ANN, parts }, text);
  }

  private order(name: "halt" | "compact" | "undo_compact"): void {
    const key = `${name}:${this.sent}`;
    this.deliver({ type: "command", key, source: WEB, actor: ANN, command: { name } }, "");
  }

  private regenerate(): void {
    const message_id = this.answers[this.random.between(0, Math.max(0, this.answers.length - 1))];
    if (!message_id) return;
    const key = `again:${this.sent}:${message_id}`;
    const command = { name: "regenerate" as const, message_id };
    this.deliver({ type: "command", key, source: WEB, actor: ANN, command }, "");
  }

  private answerTo(call_id: CallId): Inbound {
    return {
      type: "tool_result",
      key: `answer:${call_id}`,
      source: WEB,
      actor: ANN,
      call_id,
      content: "this",
    };
  }

  private decisionOn(call_id: CallId): Inbound {
    const base = { type: "decision" as const, key: `answer:${call_id}`, source: WEB, actor: ANN, call_id };
    return { ...base, ...this.random.pick(DECISIONS) };
  }

  private report(call_id: CallId, text: string): void {
    const source = { channel: "system" as const, sender: "jobs" };
    const outcome = { status: "completed" as const, text };
    this.deliver({ type: "report", key: `job:${text}`, source, call_id, outcome }, "");
  }

  /** Tries until there is a receipt, with the same key: the machine may die between the deed and the word. */
  private deliver(inbound: Inbound, text: string, isRepeat = false): void {
    this.after(0, async () => {
      const reached = await this.machine.request((awake) => awake.receive(inbound));
      const again = () => this.deliver(inbound, text, isRepeat);
      if (!reached.reached) return this.after(this.random.between(100, 3_000), again);
      const receipt = reached.value;
      if (receipt.status === "refused") {
        if (receipt.refusal === "queue_full") this.after(5_000, again);
        return;
      }
      must(!isRepeat || receipt.status === "duplicate", "the same key again is a duplicate", {
        inbound,
        receipt,
      });
      if (inbound.type === "user_message") this.remember(inbound.key, text, receipt);
      if (inbound.type === "command") this.orders.set(inbound.key, inbound.command.name);
      if (!isRepeat && this.random.chance(0.08)) this.deliver(inbound, text, true);
    });
  }

  private remember(key: string, text: string, receipt: Exclude<Receipt, { status: "refused" }>): void {
    const { turn_id, message_id } = receipt;
    must(turn_id !== null, "an accepted message has a turn", receipt);
    const known = this.accepted.get(key);
    const isSame = !known || (known.turn_id === turn_id && known.message_id === message_id);
    must(isSame, "a duplicate is told what the first was told", { known, receipt });
    this.accepted.set(key, { key, text, turn_id, message_id });
  }

  private after(ms: number, act: () => void | Promise<void>): void {
    this.pending += 1;
    this.machine.timeline.after(ms, async () => {
      this.pending -= 1;
      await act();
    });
  }
}
