/** The rows of the table that tell of many answers at once. */
import type { Line } from "../report.ts";
import type { Target } from "../targets/target.ts";
import { measureStreams } from "./streams.ts";

/** What goes on beside the answers. */
const ALONE = { idle: 0, requests: 0 };
const CROWD = { idle: 1_000, requests: 20 };

export async function streamLines(floor: Target, nightjar: Target, isQuick: boolean): Promise<Line[]> {
  const size = isQuick ? { words: 60, rounds: 1 } : { words: 150, rounds: 3 };
  const cases = isQuick
    ? [{ streams: 100, ...ALONE }]
    : [
        { streams: 1, ...ALONE },
        { streams: 100, ...ALONE },
        { streams: 200, ...ALONE },
        { streams: 200, ...CROWD },
      ];
  const lines: Line[] = [];
  for (const each of cases) {
    const [low, own] = await measureStreams([floor, nightjar], { ...each, ...size });
    if (low === undefined || own === undefined) continue;
    const crowd =
      each.idle > 0 ? `, beside ${each.idle} idle sockets and ${each.requests} requests a second` : "";
    const of = `of ${each.streams} answers at once, 30 words a second${crowd}`;
    const beyond = "beyond the model's time, 95th percentile";
    lines.push(
      { what: `first text ${of}, ${beyond}`, unit: "ms", floor: low.first, nightjar: own.first },
      { what: `whole answers ${of}, ${beyond}`, unit: "ms", floor: low.full, nightjar: own.full },
      { what: `CPU of a word ${of}`, unit: "ms", floor: low.cpuPerWord, nightjar: own.cpuPerWord },
    );
    if (each.requests > 0)
      lines.push({
        what: `such a request, 95th percentile`,
        unit: "ms",
        floor: low.request,
        nightjar: own.request,
      });
  }
  return lines;
}
