/** State of the running turn, and when the lists and the owner's monitor are told: only once the turn lasts. */

import type { LiveTurn } from "../../../src/domain/conversation/live-turn.ts";
import type { NightjarEvent } from "../../../src/domain/events.ts";
import type { Later } from "../../../src/domain/time/later.ts";
import type { Store } from "../rows/store.ts";
import type { ReaderPaces } from "./ports.ts";

interface LiveDeps {
  tell(turn: LiveTurn | null): void;
  /** Shows the conversation as running in people's lists. Returns false to be asked again a little later. */
  list(): boolean;
  /** A turn that has begun and is still open when another ends. */
  openTurn(): LiveTurn | null;
  later: Later;
  paces: Pick<ReaderPaces, "lasting_ms">;
}

type Of<T extends NightjarEvent["type"]> = Extract<NightjarEvent, { type: T }>;

export class LiveState {
  private readonly deps: LiveDeps;
  private turn: LiveTurn | null = null;
  private isTold = false;
  /** Cancels the timer that would tell of the turn. */
  private telling: (() => void) | undefined;
  /** The turn that the timer was set for. A parked turn that goes on has it set again. */
  private timed: string | undefined;

  /**
   * `before`: the turn of an earlier life of the object. When the monitor may know of it, its end is reported
   * too.
   */
  constructor(deps: LiveDeps, before: { turn: LiveTurn | null; mayBeTold: boolean }) {
    this.deps = deps;
    this.turn = before.turn;
    this.isTold = before.mayBeTold;
  }

  /** Starts a new life: reports that nothing runs, if the last life could not. */
  start(): void {
    if (this.turn === null && this.isTold) this.tellEnd();
  }

  get current(): LiveTurn | null {
    return this.turn;
  }

  follow(event: NightjarEvent): void {
    if (event.turn_id === null) return;
    if (event.type === "turn_start") this.begin(event.turn_id, event);
    if (event.type === "state") this.change(event.turn_id, event);
    if (event.type === "turn_end" && !this.isOther(event.turn_id)) this.end();
  }

  /** `turn_end` of a turn that was queued: the running turn goes on. */
  private isOther(ended: string): boolean {
    return this.turn !== null && this.turn.turn_id !== ended && this.turn.state !== "parked";
  }

  private begin(turn_id: string, { agent, model, ts: since }: Of<"turn_start">): void {
    this.turn = { turn_id, state: "thinking", agent, model, step: 1, tools: [], since };
  }

  private change(turn_id: string, { state, step, tools, ts: since }: Of<"state">): void {
    const { agent = "", model = "", step: before = 0 } = this.turn ?? {};
    this.turn = { turn_id, state, agent, model, step: step || before, tools, since };
    if (this.isTold) this.deps.tell(this.turn);
    const timed = state === "parked" ? undefined : turn_id;
    if (!this.isTold || (timed !== undefined && timed !== this.timed)) this.tellIfItLasts();
    this.timed = timed;
  }

  private tellIfItLasts(): void {
    this.telling ??= this.deps.later(() => {
      this.telling = undefined;
      const { turn } = this;
      if (turn === null) return;
      if (!this.isTold) this.deps.tell(turn);
      this.isTold = true;
      // After-work updates the lists for a parked turn.
      if (turn.state !== "parked" && !this.deps.list()) this.tellIfItLasts();
    }, this.deps.paces.lasting_ms);
  }

  private end(): void {
    this.telling?.();
    this.telling = undefined;
    this.turn = this.deps.openTurn();
    if (this.isTold) this.tellEnd();
  }

  /** A parked turn is shown again when another that ran meanwhile has ended. */
  private tellEnd(): void {
    this.deps.tell(this.turn);
    this.isTold = this.turn !== null;
  }
}

/** The turn that an earlier life of the object left open; null when no open turn had begun. */
export function openTurn(store: Store): LiveTurn | null {
  for (const row of store.turns.open()) {
    const started = store.log.startOf(row.id, row.start_seq);
    if (!started) continue;
    const { agent, model, ts: since } = started;
    return {
      turn_id: row.id,
      state: row.state === "parked" ? "parked" : "thinking",
      agent,
      model,
      step: 1,
      tools: [],
      since,
    };
  }
  return null;
}
