/** The rows of the table that tell of load that lasts. */
import type { Line } from "../report.ts";
import type { Target } from "../targets/target.ts";
import { type KindCosts, measureKinds, measureSustained, type Sustained } from "./sustained.ts";

const MINUTE = {
  waves: 5,
  waveEach_ms: 12_000,
  streams: 200,
  spread_ms: 2_000,
  words: 100,
  idle: 1_000,
  requests: 20,
};

/** `start` starts the floor or Nightjar, each time on a state of its own. */
export async function sustainedLines(
  start: (which: "floor" | "nightjar", round: number) => Promise<Target>,
): Promise<Line[]> {
  const run = async <T>(
    which: "floor" | "nightjar",
    round: number,
    measure: (target: Target) => Promise<T>,
  ) => {
    const target = await start(which, round);
    try {
      return await measure(target);
    } finally {
      await target.stop();
    }
  };
  const minute = (target: Target) => measureSustained(target, MINUTE);
  const kinds = (target: Target) => measureKinds(target, MINUTE);
  const [low, own] = [await run("floor", 0, minute), await run("nightjar", 0, minute)];
  const [lowKinds, ownKinds] = [await run("floor", 1, kinds), await run("nightjar", 1, kinds)];
  return [...minuteLines(low, own), ...kindLines(lowKinds, ownKinds)];
}

function minuteLines(low: Sustained, own: Sustained): Line[] {
  const line = (what: string, unit: string, of: (sustained: Sustained) => number): Line => ({
    what,
    unit,
    floor: of(low),
    nightjar: of(own),
  });
  const beyond = "of a minute of waves, beyond the model's time";
  return [
    line(`first text ${beyond}, median`, "ms", ({ first }) => first.median),
    line(`first text ${beyond}, 95th percentile`, "ms", ({ first }) => first.p95),
    line(`whole answers ${beyond}, median`, "ms", ({ full }) => full.median),
    line(`whole answers ${beyond}, 95th percentile`, "ms", ({ full }) => full.p95),
    line("a request beside the waves, median", "ms", ({ request }) => request.median),
    line("a request beside the waves, 95th percentile", "ms", ({ request }) => request.p95),
    line("answers and requests that failed", "", ({ failures }) => failures),
    line("computing within the minute, of one core", "%", ({ share }) => share * 100),
  ];
}

function kindLines(low: KindCosts, own: KindCosts): Line[] {
  return [
    {
      what: "computing of a streamed turn of 100 words, with all that follows",
      unit: "ms",
      floor: low.streamed,
      nightjar: own.streamed,
    },
    {
      what: "computing of a request in a new conversation, with all that follows",
      unit: "ms",
      floor: low.request,
      nightjar: own.request,
    },
  ];
}
