import { expect, test } from "vitest";
import { FrameThrottle } from "../../../../web/session/conversation/frame-throttle.ts";

const FRAME = 16;

/** The frames of one second in which something is drawn, where there is always something to draw. */
function drawn(pace: FrameThrottle, { cost, typedEach }: { cost: number; typedEach?: number }): number[] {
  const frames: number[] = [];
  for (let now = 0; now < 1_000; now += FRAME) {
    if (typedEach !== undefined && now % (typedEach * FRAME) === 0) pace.typed();
    if (!pace.takes(now)) continue;
    frames.push(now);
    pace.took(now, now + cost);
  }
  return frames;
}

test("what is little work is drawn at each frame", () => {
  expect(drawn(new FrameThrottle(), { cost: 4 })).toHaveLength(63);
});

test("what is much work leaves half of the time to others", () => {
  const frames = drawn(new FrameThrottle(), { cost: 30 });
  expect(frames.length).toBeGreaterThan(12);
  expect(frames.length).toBeLessThanOrEqual(17);
});

test("a frame in which a key was pressed draws nothing else", () => {
  const frames = drawn(new FrameThrottle(), { cost: 4, typedEach: 3 });
  expect(frames).toHaveLength(42);
  expect(frames.filter((now) => now % (3 * FRAME) === 0)).toEqual([]);
});

test("words come on, whatever is pressed and however long they take", () => {
  for (const frames of [
    drawn(new FrameThrottle(), { cost: 4, typedEach: 1 }),
    drawn(new FrameThrottle(), { cost: 400 }),
  ])
    expect(frames.length).toBeGreaterThanOrEqual(7);
});
