/** The rows of the table that tell of many answers at once. */
import type { Line } from "../report.ts";
import type { Target } from "../targets/target.ts";
import { measureStreams, mediansOf, type Streams } from "./streams.ts";

/** Work that goes on beside the answers. */
const ALONE = { idle: 0, requests: 0 };
const CROWD = { idle: 1_000, requests: 20 };
const WORDS = 150;
const ROUNDS = 3;

interface Case {
  streams: number;
  idle: number;
  requests: number;
}

export async function streamLines(floor: Target, nightjar: Target, isQuick: boolean): Promise<Line[]> {
  const size = isQuick ? { words: 60, rounds: 1 } : { words: WORDS, rounds: ROUNDS };
  const lines: Line[] = [];
  for (const streams of isQuick ? [100] : [1, 100, 200]) {
    const one = { streams, ...ALONE };
    const [low, own] = await measureStreams([floor, nightjar], { ...one, ...size });
    if (low && own) lines.push(...linesOf(one, low, own));
  }
  return lines;
}

/**
 * Each round on servers that were started for it: right after another it would measure as well how thirteen hundred objects
 * fall asleep at once. `start` starts the floor or Nightjar on a state of its own.
 */
export async function crowdLines(
  start: (which: "floor" | "nightjar", round: number) => Promise<Target>,
): Promise<Line[]> {
  const one = { streams: 200, ...CROWD };
  const rounds: Record<"floor" | "nightjar", Streams[]> = { floor: [], nightjar: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const which of ["floor", "nightjar"] as const) {
      const target = await start(which, round);
      try {
        rounds[which].push(...(await measureStreams([target], { ...one, words: WORDS, rounds: 1 })));
      } finally {
        await target.stop();
      }
    }
  }
  return linesOf(one, mediansOf(rounds.floor), mediansOf(rounds.nightjar));
}

function linesOf({ streams, idle, requests }: Case, low: Streams, own: Streams): Line[] {
  const crowd = idle > 0 ? `, beside ${idle} idle sockets and ${requests} requests a second` : "";
  const of = `of ${streams} answers at once, 30 words a second${crowd}`;
  const beyond = "beyond the model's time, 95th percentile";
  const request = {
    what: "such a request, 95th percentile",
    unit: "ms",
    floor: low.request,
    nightjar: own.request,
  };
  return [
    { what: `first text ${of}, ${beyond}`, unit: "ms", floor: low.first, nightjar: own.first },
    { what: `whole answers ${of}, ${beyond}`, unit: "ms", floor: low.full, nightjar: own.full },
    { what: `CPU of a word ${of}`, unit: "ms", floor: low.cpuPerWord, nightjar: own.cpuPerWord },
    ...(requests > 0 ? [request] : []),
  ];
}
