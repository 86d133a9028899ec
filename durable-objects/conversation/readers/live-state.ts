/** What the running turn is doing now, and when the owner's monitor is told of it: only when it lasts. */
import type { NightjarEvent } from "../../../src/domain/events.ts";
import type { LiveTurn } from "../../../src/domain/live-turn.ts";

const LASTING_MS = 400;

export interface LiveDeps {
  tell(turn: LiveTurn | null): void;
  later(callback: () => void, ms: number): void;
}

export class LiveState {
  private readonly deps: LiveDeps;
  private turn: LiveTurn | null = null;
  private isTold = false;
  private isTimerSet = false;

  /** `before`: what an earlier life of the object was doing. If it may have told of that, the end is told too. */
  constructor(deps: LiveDeps, before: { turn: LiveTurn | null; mayBeTold: boolean }) {
    this.deps = deps;
    this.turn = before.turn;
    this.isTold = before.mayBeTold;
  }

  get current(): LiveTurn | null {
    return this.turn;
  }

  follow(event: NightjarEvent): void {
    if (event.turn_id === null) return;
    if (event.type === "turn_start") this.begin(event.turn_id, event.agent, event.model, event.ts);
    if (event.type === "state") this.change(event.turn_id, event.state, event.step, event.ts);
    if (event.type === "turn_end") this.end();
  }

  private begin(turn_id: string, agent: string, model: string, since: string): void {
    this.turn = { turn_id, state: "thinking", agent, model, step: 1, since };
  }

  private change(turn_id: string, state: string, step: number, since: string): void {
    const { agent = "", model = "", step: before = 0 } = this.turn ?? {};
    this.turn = { turn_id, state, agent, model, step: step || before, since };
    if (this.isTold) this.deps.tell(this.turn);
    else this.tellIfItLasts();
  }

  private tellIfItLasts(): void {
    if (this.isTimerSet) return;
    this.isTimerSet = true;
    this.deps.later(() => {
      this.isTimerSet = false;
      if (this.turn === null || this.isTold) return;
      this.isTold = true;
      this.deps.tell(this.turn);
    }, LASTING_MS);
  }

  private end(): void {
    this.turn = null;
    if (this.isTold) this.deps.tell(null);
    this.isTold = false;
  }
}
