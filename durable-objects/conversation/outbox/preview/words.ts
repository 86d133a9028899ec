/** The text of a turn so far: its recorded steps and the stream of the next one. */
import { partsOfSteps } from "../../../../src/agent/loop/assemble.ts";
import type { StepRecord } from "../../../../src/agent/turn.ts";
import type { EventBody } from "../../../../src/domain/events.ts";
import type { Part } from "../../../../src/domain/message.ts";

export class Words {
  /** Grows during the turn. */
  private readonly steps: readonly StepRecord[];
  private step = 0;
  private text = "";

  constructor(steps: readonly StepRecord[]) {
    this.steps = steps;
  }

  /** Returns whether there may be new text. */
  hear(body: EventBody): boolean {
    if (body.type === "state" && body.state === "thinking") this.begin(body.step);
    if (body.type === "reset" && body.from_step <= this.step) this.begin(this.step);
    if (body.type !== "text") return false;
    this.text += body.delta;
    return true;
  }

  /** The parts of the answer if it ended now. */
  get parts(): Part[] {
    const parts = partsOfSteps(this.steps);
    const isRecorded = this.steps.some(({ reply }) => reply.step >= this.step);
    return isRecorded || this.text === "" ? parts : [...parts, { type: "text", text: this.text }];
  }

  private begin(step: number): void {
    this.step = step;
    this.text = "";
  }
}
