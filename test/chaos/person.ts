/** Somebody who talks to the agent: writes, writes again, interrupts, answers, changes their mind, repeats themselves. */
import type { NightjarEvent } from "../../src/domain/events.ts";
import type { CallId, MessageId } from "../../src/domain/ids.ts";
import type { Inbound, Receipt, Source } from "../../src/domain/inbound.ts";
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

const WEB: Source = { channel: "web", sender: "ann", sender_name: "Ann" };
const CHAT: Source = { channel: "telegram", sender: "ann-t", thread: "7" };

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
  private readonly asked = new Set<string>();
  private readonly answers: MessageId[] = [];

  constructor(machine: Machine, random: Random, outside: Outside, messages: number) {
    this.machine = machine;
    this.random = random;
    this.outside = outside;
    this.toSend = messages;
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
    const content = event.type === "question" ? "this" : this.decision();
    const again = this.random.chance(0.1);
    const impatience = this.random.chance(0.3)
      ? this.random.between(0, 300)
      : this.random.between(300, 20_000);
    this.after(impatience, () => this.answer(event.call_id, content));
    if (again) this.after(impatience + 500, () => this.answer(event.call_id, content));
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
    const source = this.random.chance(0.2) ? CHAT : WEB;
    this.deliver({ type: "user_message", key, source, parts: [{ type: "text", text }] }, text);
  }

  private order(name: "halt" | "compact" | "undo_compact"): void {
    this.deliver({ type: "command", key: `${name}:${this.sent}`, source: WEB, command: { name } }, "");
  }

  private regenerate(): void {
    const message_id = this.answers[this.random.between(0, Math.max(0, this.answers.length - 1))];
    if (!message_id) return;
    const key = `again:${this.sent}:${message_id}`;
    this.deliver({ type: "command", key, source: WEB, command: { name: "regenerate", message_id } }, "");
  }

  private answer(call_id: CallId, content: string): void {
    this.deliver(
      { type: "tool_result", key: `answer:${call_id}`, source: WEB, call_id, content, is_error: false },
      "",
    );
  }

  private report(call_id: CallId, content: string): void {
    const source = { channel: "system" as const, sender: "jobs" };
    this.deliver(
      { type: "tool_result", key: `job:${content}`, source, call_id, content, is_error: false },
      "",
    );
  }

  private decision(): string {
    return this.random.pick(["allow_once", "allow_once", "deny", "deny: not today", "perhaps"]);
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
