/**
 * Takes the buttons of a question or an approval away when it is settled, by whichever door, and says how in their place.
 * Nobody waits for it, and what cannot be done in a few tries is left.
 */
import { type Channels, type Delivered, portOf } from "../../../../src/channels/channel.ts";
import { within } from "../../../../src/domain/time/deadline.ts";
import type { Later } from "../../../../src/domain/time/later.ts";
import type { Delivery } from "../../rows/deliveries.ts";
import { type PromptRow, Prompts } from "../../rows/prompts.ts";
import type { Store } from "../../rows/store.ts";
import { openAsks } from "../../rows/waiting-calls.ts";
import { HOW_TO_DECIDE, outcomeOf, SETTLED, type Settling } from "./outcome.ts";

const TRY_MS = 10_000;
const MOST_TRIES = 3;
const PAUSE_MS = 3_000;

export interface ButtonsDeps {
  store: Store;
  channels: Channels;
  later: Later;
}

export class Buttons {
  private readonly deps: ButtonsDeps;
  private readonly rows: Prompts;
  private isBusy = false;
  private isStopped = false;
  private tries = 0;
  /** Who is quick presses a button before the platform has told us that it stands there. */
  private newest: { call_id: string; outcome: string } | undefined;

  constructor(deps: ButtonsDeps) {
    this.deps = deps;
    this.rows = new Prompts(deps.store.sql);
  }

  /** The platform has taken the current chunk of `delivery`: if it has buttons, they will have to go. */
  sent(delivery: Delivery, result: Delivered): void {
    const chunk = delivery.chunks[delivery.sent];
    if (result.status !== "sent" || result.platform_id === null || chunk?.type !== "text" || !chunk.prompt)
      return;
    const { id: delivery_id, target } = delivery;
    const { platform_id } = result;
    const text = chunk.text.replace(HOW_TO_DECIDE, "").trim();
    const call_id = chunk.prompt.call_id as PromptRow["call_id"];
    this.rows.add({ delivery_id, platform_id, call_id, target, text, outcome: this.outcomeAt(call_id) });
  }

  /** Part of the commit that takes the answer or the decision in. */
  settle(inbound: Settling): void {
    const { call_id } = inbound;
    this.newest = { call_id, outcome: outcomeOf(inbound) };
    this.rows.settle(call_id, this.newest.outcome);
  }

  /** Takes away those that nobody needs any more. Never throws. */
  sweep(): void {
    if (this.isBusy || this.isStopped) return;
    const [next] = this.over();
    if (!next) return;
    this.isBusy = true;
    void this.edit(next)
      .catch((problem): Delivered => ({ status: "failed", reason: String(problem) }))
      .then((result) => this.edited(next, result));
  }

  /** The conversation is being deleted. */
  stop(): void {
    this.isStopped = true;
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

  /** Some providers reuse call ids in each turn: what still waits is not settled. */
  private outcomeAt(call_id: string): string | null {
    if (this.newest?.call_id !== call_id || this.open().has(call_id)) return null;
    return this.newest.outcome;
  }

  private edited(row: PromptRow, result: Delivered): void {
    if (this.isStopped) return;
    this.tries += 1;
    const isWorthATry = result.status === "later" || result.status === "unknown";
    if (isWorthATry && this.tries < MOST_TRIES) {
      const told = result.status === "later" ? result.retry_after_ms : undefined;
      this.deps.later(() => this.again(), told ?? PAUSE_MS);
      return;
    }
    this.tries = 0;
    this.deps.store.sql.transaction(() => this.rows.remove(row));
    this.again();
  }

  private again(): void {
    this.isBusy = false;
    this.sweep();
  }

  private async edit({ target: to, platform_id, text, outcome }: PromptRow): Promise<Delivered> {
    const port = portOf(this.deps.channels, to);
    if (!port?.edit) return { status: "failed", reason: "Nothing can be changed there." };
    const end = outcome ?? SETTLED;
    const whole = `${text}\n\n${end}`;
    const fits = port.render(whole).length <= port.limits.text_length;
    const chunk = { type: "text" as const, text: fits ? whole : end };
    const edit = { to, platform_id, chunk };
    const told = await within({ ms: TRY_MS, later: this.deps.later }, async (signal) =>
      port.edit?.(edit, signal),
    );
    return told.status === "ready" && told.value
      ? told.value
      : { status: "unknown", reason: "No answer came." };
  }
}
