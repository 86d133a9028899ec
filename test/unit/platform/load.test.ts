import { describe, expect, it } from "vitest";
import { Load } from "../../../src/platform/load.ts";

/** Samples of the same lateness, one each ten ms. */
function heard(load: Load, late_ms: number, { from, to }: { from: number; to: number }): void {
  for (let now = from; now < to; now += 10) load.recordDelay(late_ms, now);
}

function reading(streams: number): Load {
  const load = new Load();
  for (let stream = 0; stream < streams; stream++) load.openStream();
  return load;
}

describe("the frame of an answer", () => {
  it("is ten ms at rest, and while timers come a little late", () => {
    const load = new Load();
    expect(load.frame_ms).toBe(10);
    heard(load, 2, { from: 0, to: 1_000 });
    expect(load.frame_ms).toBe(10);
  });

  it("grows with the thread's lateness, to a tenth of a second and no further", () => {
    const frames = [8, 12, 18, 50, 5_000].map((late) => {
      const load = new Load();
      heard(load, late, { from: 0, to: 1_000 });
      return load.frame_ms;
    });
    expect(frames).toEqual([...frames].sort((a, b) => a - b));
    expect(frames[0]).toBeGreaterThan(10);
    expect(frames.slice(3)).toEqual([100, 100]);
  });

  it("is long within a tenth of a second of a thread that falls behind", () => {
    const load = new Load();
    heard(load, 0, { from: 0, to: 1_000 });
    heard(load, 100, { from: 1_000, to: 1_100 });
    expect(load.frame_ms).toBe(100);
  });

  it("grows with the streams that are read, before any timer comes late", () => {
    const frames = [1, 79, 81, 120, 160, 500].map((streams) => {
      const load = reading(streams);
      heard(load, 0, { from: 0, to: 1_000 });
      return load.frame_ms;
    });
    expect(frames.slice(0, 2)).toEqual([10, 10]);
    expect(frames[2]).toBeGreaterThan(10);
    expect(frames.slice(3)).toEqual([55, 100, 100]);
  });

  it("is short again as streams end, and the thread was never behind", () => {
    const load = new Load();
    const close = Array.from({ length: 200 }, () => load.openStream());
    expect(load.isFullOfStreams).toBe(true);
    expect(load.isBehind).toBe(false);
    for (const one of close) one();
    expect(load.frame_ms).toBe(10);
    expect(load.isFullOfStreams).toBe(false);
  });

  it("is not made long by one late timer", () => {
    const load = new Load();
    heard(load, 0, { from: 0, to: 1_000 });
    load.recordDelay(15, 1_005);
    expect(load.frame_ms).toBe(10);
  });

  it("is short again seconds after the thread is free", () => {
    const load = new Load();
    heard(load, 100, { from: 0, to: 1_000 });
    heard(load, 0, { from: 1_000, to: 6_000 });
    expect(load.frame_ms).toBe(10);
  });
});

describe("measuring", () => {
  it("is somebody's once each fifty ms, while no timer tells anyhow", () => {
    const load = new Load();
    const asked = Array.from({ length: 100 }, (_, now) => load.takeMeasuring(now));
    expect(asked.filter(Boolean).length).toBe(2);
  });

  it("forgets what was long ago", () => {
    const load = new Load();
    heard(load, 100, { from: 0, to: 1_000 });
    load.takeMeasuring(60_000);
    expect(load.frame_ms).toBe(10);
  });
});

/** One thread, whose work is done in the order in which it came: `streams` answers of 30 words a second. */
function simulated(streams: number, reads: (load: Load, at: number) => number) {
  const WORD_MS = 33;
  const READ_MS = 0.5;
  const END_MS = 5_000;
  const load = new Load();
  const due = Array.from({ length: streams }, (_, stream) => (stream * WORD_MS) / streams);
  let free_at = 0;
  let worst = 0;
  for (;;) {
    const stream = due.indexOf(Math.min(...due));
    const at = due[stream] ?? END_MS;
    if (at >= END_MS) return { worst, load };
    const began = Math.max(at, free_at);
    free_at = began + READ_MS;
    load.recordDelay(began - at, began);
    if (at > END_MS / 2) worst = Math.max(worst, began - at);
    due[stream] = Math.max(free_at, at + reads(load, WORD_MS));
  }
}

describe("a thread that could not read each word by itself", () => {
  it("falls behind without frames, and keeps up with them", () => {
    const each = simulated(120, (_load, word) => word);
    const framed = simulated(120, (load, word) => Math.max(word, load.frame_ms));
    expect(each.worst).toBeGreaterThan(50);
    expect(framed.worst).toBeLessThan(30);
  });

  it("holds nothing back where it can", () => {
    expect(simulated(40, (load, word) => Math.max(word, load.frame_ms)).load.frame_ms).toBe(10);
  });
});
