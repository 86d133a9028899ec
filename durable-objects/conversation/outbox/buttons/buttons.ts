/**
 * Removes the buttons of a question or approval once it is settled, wherever that happened, and shows the
 * outcome in their place. Nothing waits for it, and it gives up after a few attempts.
 */
import {
  type ChannelPort,
  type Channels,
  type DeliveryResult,
  portOf,
} from "../../../../src/channels/channel.ts";
import type { CallId } from "../../../../src/domain/ids.ts";
import { loadWords } from "../../../../src/domain/text/translated/in-language.ts";
import type { Later } from "../../../../src/domain/time/later.ts";
import type { Delivery } from "../../rows/outgoing/deliveries.ts";
import { type PromptRow, Prompts } from "../../rows/outgoing/prompts.ts";
import type { Store } from "../../rows/store.ts";
import { openAsks } from "../../rows/waiting-calls.ts";
import { Upkeep } from "../upkeep/upkeep.ts";
import { outcomeOf, SETTLED, type Settling, withoutHowToDecide } from "./outcome.ts";

interface ButtonsDeps {
  store: Store;
  channels: Channels;
  later: Later;
}

export class Buttons {
  private readonly deps: ButtonsDeps;
  private readonly rows: Prompts;
  private readonly upkeep: Upkeep<PromptRow>;
  /**
   * The newest outcome, because a quick person presses a button before the platform has confirmed the
   * message.
   */
  private newest: { calls: readonly string[]; outcome: string } | undefined;

  constructor(deps: ButtonsDeps) {
    this.deps = deps;
    this.rows = new Prompts(deps.store.sql);
    this.upkeep = new Upkeep<PromptRow>({
      later: deps.later,
      next: () => this.over()[0],
      work: (row, signal) => this.edit(row, signal),
      done: (row) => deps.store.sql.transaction(() => this.rows.remove(row)),
    });
  }

  /** The platform has accepted the current chunk of `delivery`: buttons in it will have to be removed. */
  sent(delivery: Delivery, result: DeliveryResult): void {
    const chunk = delivery.chunks[delivery.sent];
    if (result.status !== "sent" || result.platform_id === null || chunk?.type !== "text" || !chunk.prompt)
      return;
    const { id: delivery_id, target } = delivery;
    const { platform_id } = result;
    const text = withoutHowToDecide(chunk.text);
    const call_id = chunk.prompt.call_id as PromptRow["call_id"];
    this.rows.add({ delivery_id, platform_id, call_id, target, text, outcome: this.outcomeAt(call_id) });
  }

  /** `calls`: those that it has settled. Part of the commit that accepts the answer or the decision. */
  settle(inbound: Settling, calls: readonly CallId[]): void {
    const outcome = outcomeOf(inbound);
    this.newest = { calls, outcome };
    for (const call_id of calls) this.rows.settle(call_id, outcome);
  }

  /** Removes buttons that are no longer needed. Never throws. */
  sweep(): void {
    this.upkeep.sweep();
  }

  /** The conversation is being deleted. */
  stop(): void {
    this.upkeep.stop();
  }

  private over(): PromptRow[] {
    const rows = this.rows.all();
    if (rows.length === 0) return [];
    const open = this.open();
    return rows.filter(({ call_id, outcome }) => outcome !== null || !open.has(call_id));
  }

  private open(): Set<string> {
    return new Set(openAsks(this.deps.store).map(({ call_id }) => call_id));
  }

  /** Some providers reuse call ids in each turn: a call that still waits is not settled. */
  private outcomeAt(call_id: string): string | null {
    if (!this.newest?.calls.includes(call_id) || this.open().has(call_id)) return null;
    return this.newest.outcome;
  }

  private edit(row: PromptRow, signal: AbortSignal): Promise<DeliveryResult> | undefined {
    const port = portOf(this.deps.channels, row.target);
    const edit = port?.edit?.bind(port);
    return port && edit && settledChunk(port, row).then((chunk) => edit({ ...placeOf(row), chunk }, signal));
  }
}

function placeOf({ target: to, platform_id }: PromptRow) {
  return { to, platform_id };
}

async function settledChunk(port: ChannelPort, { target, text, outcome }: PromptRow) {
  const say = await loadWords(target.language);
  const end = say(outcome ?? SETTLED);
  const whole = `${text}\n\n${end}`;
  const fits = port.render(whole).length <= port.limits.text_length;
  return { type: "text" as const, text: fits ? whole : end };
}
