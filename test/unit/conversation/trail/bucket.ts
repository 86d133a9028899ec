/** A bucket in memory that can be slow, away, or silent after the fact. */
import type { TrailStore } from "../../../../durable-objects/conversation/trail/ports.ts";

export type Mood = "well" | "away" | "silent" | "hangs";

export interface TestBucket extends TrailStore {
  mood: Mood;
  /** Every write that reached it: key and bytes. */
  writes: { key: string; text: string }[];
  /** What is there now. */
  texts(): string[];
  keys(): string[];
}

export function testBucket(): TestBucket {
  const objects = new Map<string, string>();
  const keyOf = (id: string, { day, first_seq }: { day: string; first_seq: number }) =>
    `${id}/${day}/${String(first_seq).padStart(8, "0")}`;
  const bucket: TestBucket = {
    mood: "well",
    writes: [],
    texts: () => [...objects].sort().map(([, text]) => text),
    keys: () => [...objects.keys()].sort(),
    async put(id, place, text) {
      if (bucket.mood === "hangs") return new Promise(() => undefined);
      if (bucket.mood === "away") throw new Error("the bucket is away");
      const key = keyOf(id, place);
      objects.set(key, text);
      bucket.writes.push({ key, text });
      if (bucket.mood === "silent") throw new Error("the bucket did not answer");
    },
    async get(id, place) {
      return objects.get(keyOf(id, place));
    },
    async list(id) {
      return bucket
        .keys()
        .filter((key) => key.startsWith(id))
        .map((key) => ({ day: key.split("/")[1] ?? "", first_seq: Number(key.split("/")[2]) }));
    },
    async removeAll() {
      objects.clear();
    },
  };
  return bucket;
}

export interface Line {
  type: string;
  seq: number;
  ts: string;
}

export function linesOf(texts: readonly string[]): Line[] {
  return texts.flatMap((text) => text.trim().split("\n")).map((line) => JSON.parse(line) as Line);
}
