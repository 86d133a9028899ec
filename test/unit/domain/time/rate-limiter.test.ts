import { beforeEach, describe, expect, it } from "vitest";
import { RateLimiter } from "../../../../src/domain/time/rate-limiter.ts";

const THREE_A_MINUTE = { most: 3, seconds: 60 };

describe("a pace", () => {
  let now = 1_000_000;
  const pace = new RateLimiter(() => now);
  const take = (name: string) => pace.take(name, THREE_A_MINUTE);
  beforeEach(() => {
    now += 3_600_000;
  });

  it("lets as many through at once as there may be, and says how long the next one waits", () => {
    expect([take("a"), take("a"), take("a"), take("a")]).toEqual([0, 0, 0, 20]);
    now += 19_000;
    expect(take("a")).toBe(1);
    now += 1_000;
    expect([take("a"), take("a")]).toEqual([0, 20]);
  });

  it("counts each name by itself, and a refusal costs nothing", () => {
    for (let tries = 0; tries < 20; tries++) take("a");
    now += 20_000;
    expect([take("a"), take("b")]).toEqual([0, 0]);
  });

  it("has nothing left of a name of which others have used all", () => {
    pace.exhaust("a", THREE_A_MINUTE);
    expect(take("a")).toBe(20);
  });

  it("keeps the names of late, and no more than ten thousand", () => {
    for (let tries = 0; tries < 3; tries++) take("old");
    for (let name = 0; name < 10_000; name++) take(`${name}`);
    expect(take("old")).toBe(0);
  });
});
