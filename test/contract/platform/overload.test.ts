import { describe, expect, it } from "vitest";
import { BackgroundThrottle, type BackgroundWork } from "../../../src/platform/background-throttle.ts";
import { Load } from "../../../src/platform/load.ts";
import { TurnAdmission, type TurnCandidate } from "../../../src/platform/turn-admission.ts";
import { BusyThread } from "../../support/machine/busy-thread.ts";

/** Computing in ms. */
interface Costs {
  begin: number;
  /** Cost of each tenth of a second that an answer streams. */
  frame: number;
  afterWork: number;
}

interface Turn {
  candidate: TurnCandidate;
  came_at: number;
  frames: number;
  first_at?: number;
}

const MODEL_MS = 300;
const FRAME_MS = 100;
/** Computing of an object that wakes, and sleeps again since its work has to wait. */
const LOOK_MS = 2;

/** Server: its thread, admission and throttle, and the outcome of the turns that come. */
class Server {
  readonly thread = new BusyThread();
  readonly refused: string[] = [];
  readonly turns: Turn[] = [];
  ended = 0;
  workLeft = 0;
  mostWaiting = 0;
  private waiting = 0;
  private readonly load = new Load();
  private readonly admission = new TurnAdmission(this.load);
  private readonly throttle = new BackgroundThrottle(this.admission);
  private readonly costs: Costs;

  constructor(costs: Costs) {
    this.costs = costs;
  }

  /** A turn that comes at that time; its answer streams for so many frames. */
  comes(at: number, candidate: TurnCandidate, frames: number): void {
    this.thread.after(at - this.thread.now, () => this.accept({ candidate, came_at: at, frames }));
  }

  waits(urgency: TurnCandidate["urgency"]): number[] {
    const begun = this.turns.filter(({ candidate }) => candidate.urgency === urgency);
    return begun.map(({ came_at, first_at = Number.POSITIVE_INFINITY }) => first_at - came_at - MODEL_MS);
  }

  private accept(turn: Turn): number {
    const { client, urgency, id } = turn.candidate;
    const room = this.admission.roomFor({ client, isProgram: urgency === "program" }, this.thread.now);
    if (room.status === "full") {
      this.refused.push(id);
      return 0.2;
    }
    this.turns.push(turn);
    this.waiting++;
    this.mostWaiting = Math.max(this.mostWaiting, this.waiting);
    return 1 + this.ask(turn);
  }

  private ask(turn: Turn): number {
    const { thread, admission } = this;
    const answer = admission.ask(turn.candidate, thread.now);
    if (answer.status === "waits") {
      thread.after(Math.min(2_000, 40 + 15 * answer.before), (late) => {
        admission.recordDelay(late, thread.now);
        return this.ask(turn);
      });
      return 0.05;
    }
    this.waiting--;
    const close = this.load.openStream();
    thread.after(MODEL_MS, (late) => this.streams(turn, turn.frames, { late, close }));
    return this.costs.begin;
  }

  private streams(turn: Turn, left: number, { late, close }: { late: number; close(): void }): number {
    const { thread, load, admission, costs } = this;
    if (load.takeMeasuring(thread.now)) load.recordDelay(late, thread.now);
    turn.first_at ??= thread.now;
    if (left > 0) {
      thread.after(FRAME_MS, (next) => this.streams(turn, left - 1, { late: next, close }));
      return costs.frame;
    }
    close();
    admission.left(turn.candidate.id);
    this.ended++;
    this.workLeft++;
    const work: BackgroundWork = { since: thread.now };
    thread.after(1_000, () => this.worksAfter(work));
    return costs.frame;
  }

  private worksAfter(work: BackgroundWork): number {
    const pause = this.throttle.pauseFor(work, this.thread.now);
    if (pause > 0) {
      this.thread.after(pause, () => this.worksAfter(work));
      return LOOK_MS;
    }
    this.workLeft--;
    return this.costs.afterWork;
  }
}

/** Waves of 200 answers, one each twelve seconds, beside a program's requests. Ends at 60,000. */
function minute(server: Server, requestsPerSecond: number): void {
  for (let wave = 0; wave < 5; wave++)
    for (let at = 0; at < 200; at++) {
      const candidate = { id: `w${wave} ${at}`, client: `person ${at}`, urgency: "asked" } as const;
      server.comes(wave * 12_000 + at * 10, candidate, 33);
    }
  for (let at = 0; at < 60 * requestsPerSecond; at++) {
    const candidate = { id: `r${at}`, client: "ann programs", urgency: "program" } as const;
    server.comes((at * 1_000) / requestsPerSecond, candidate, 1);
  }
  server.thread.run(60_000);
}

const COSTS: Costs = { begin: 5, frame: 0.25, afterWork: 7 };

function p95(values: number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length * 0.95)] ?? Number.NaN;
}

describe("a minute of waves beside a program's new conversations", () => {
  it("within what the thread can do, is answered without waits that people feel", () => {
    const server = new Server(COSTS);
    minute(server, 20);
    server.thread.run(200_000);
    expect(server.refused).toEqual([]);
    expect(server.ended).toBe(1_000 + 1_200);
    expect(p95(server.waits("asked"))).toBeLessThan(500);
  });

  it("at half as much again as the thread can do, fails nothing that was accepted, people's turns first", () => {
    const server = new Server({ ...COSTS, begin: 10, afterWork: 10 });
    minute(server, 45);
    expect(server.thread.used).toBeGreaterThan(55_000);
    expect(server.mostWaiting).toBeLessThanOrEqual(500);
    server.thread.run(400_000);
    expect(server.ended).toBe(server.turns.length);
    expect(server.workLeft).toBe(0);
    expect(server.refused.every((id) => id.startsWith("r"))).toBe(true);
    expect(p95(server.waits("asked"))).toBeLessThan(10_000);
    expect(p95(server.waits("asked"))).toBeLessThan(p95(server.waits("program")));
    expect(server.waits("program").length).toBeGreaterThan(600);
  });
});

describe("a program's flood", () => {
  it("is refused in part and starves nobody: a person's turn begins within seconds", () => {
    const server = new Server(COSTS);
    for (let at = 0; at < 3_000; at++) {
      const candidate = { id: `r${at}`, client: "ann programs", urgency: "program" } as const;
      server.comes(at, candidate, 20);
    }
    for (let at = 0; at < 20; at++) {
      const candidate = { id: `p${at}`, client: "ann", urgency: "asked" } as const;
      server.comes(1_000 + at * 100, candidate, 20);
    }
    server.thread.run(400_000);
    expect(server.refused.length).toBeGreaterThan(1_000);
    expect(server.refused.every((id) => id.startsWith("r"))).toBe(true);
    expect(server.mostWaiting).toBeLessThanOrEqual(500);
    expect(server.ended).toBe(server.turns.length);
    expect(Math.max(...server.waits("asked"))).toBeLessThan(3_000);
  });
});
