/**
 * Automatic recall: how often nothing comes up where nothing belongs, against what of the answers comes up where some do.
 * Each message is looked at as a turn would; the curve then moves the score from which something belongs.
 */
import type { Looked, Memory } from "../client.ts";
import type { BenchData } from "../data.ts";
import { type Told, toldId } from "./fixtures.ts";

const SCORES = [0, 0.03, 0.04, 0.05, 0.06, 0.065, 0.07, 0.075, 0.08, 0.1, 0.13];

interface Judged {
  looked: Looked[];
  /** Empty where nothing belongs. */
  evidence: readonly string[];
}

export interface Asked {
  name: string;
  /** Messages to which nothing belongs. */
  everyday: readonly string[];
  /** The conversations that have been indexed. */
  data: BenchData;
  told: readonly Told[];
  /** Beginning of the ids of what was told. */
  group?: string;
}

export async function printCurve(memory: Memory, asked: Asked): Promise<void> {
  const { name, everyday, data, told, group } = asked;
  const unrelated = await judged(
    memory,
    everyday.map((text) => ({ text, evidence: [] })),
  );
  const related = await judged(
    memory,
    data.conversations.flatMap(({ questions }) => questions),
  );
  const remembered = await judged(
    memory,
    told.map((each, number) => ({ text: each.asked, evidence: [toldId(number, group)] })),
  );
  const halves = [0, 1].map((half) => unrelated.filter((_, index) => index % 2 === half));
  console.log(`\nAutomatic recall among ${memory.items} passages and files, ${name}, shares in percent`);
  console.log(
    " score  nothing of unrelated (two halves)  related among what comes up   R@5  R@5 of what was told  told among what comes up",
  );
  for (const score of SCORES) {
    const cells = [
      shareWithout(unrelated, score),
      ...halves.map((half) => shareWithout(half, score)),
      precision(unrelated, related, score),
      recall(related, score),
      recall(remembered, score),
      precision(unrelated, remembered, score),
    ];
    console.log(
      score.toFixed(3).padStart(6) + cells.map((cell) => (cell * 100).toFixed(1).padStart(12)).join(""),
    );
  }
  console.log(`     =${rowAsItIs(unrelated, related, remembered)}`);
}

async function judged(
  memory: Memory,
  messages: readonly { text: string; evidence: readonly string[] }[],
): Promise<Judged[]> {
  const all: Judged[] = [];
  for (const { text, evidence } of messages) all.push({ looked: await memory.looked(text), evidence });
  return all;
}

/** What the instance itself brought up, with the scores that are set there. */
function rowAsItIs(unrelated: readonly Judged[], related: readonly Judged[], remembered: readonly Judged[]) {
  const nothing = mean(unrelated.map(({ looked }) => (looked.some(({ recalled }) => recalled) ? 0 : 1)));
  const found = (all: readonly Judged[]) =>
    mean(
      all.map(({ looked, evidence }) =>
        shareOf(
          looked.filter(({ recalled }) => recalled),
          evidence,
        ),
      ),
    );
  const share = (value: number, width: number) => (value * 100).toFixed(1).padStart(width);
  return `${share(nothing, 12)}${share(found(related), 48)}${share(found(remembered), 12)}`;
}

function comesUp({ looked }: Judged, score: number): boolean {
  return looked.length > 0 && Math.max(...looked.map(({ belonging }) => belonging)) >= score;
}

function shareWithout(all: readonly Judged[], score: number): number {
  return mean(all.map((each) => (comesUp(each, score) ? 0 : 1)));
}

function precision(unrelated: readonly Judged[], related: readonly Judged[], score: number): number {
  const count = (all: readonly Judged[]) => all.filter((each) => comesUp(each, score)).length;
  return count(related) / Math.max(1, count(related) + count(unrelated));
}

function recall(related: readonly Judged[], score: number): number {
  return mean(related.map((each) => (comesUp(each, score) ? shareOf(each.looked, each.evidence) : 0)));
}

function shareOf(looked: readonly Looked[], evidence: readonly string[]): number {
  const ids = new Set(looked.map(({ id }) => id));
  return evidence.filter((id) => ids.has(id)).length / evidence.length;
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
