import { beforeEach, describe, expect, it } from "vitest";
import { Lease, leadOrLook, lookUntil } from "../../../src/platform/shared-work.ts";

let time: number;
let pauses: { ms: number; go(): void }[];
let lease: Lease;
let result: string | undefined;
let led: string[];

beforeEach(() => {
  time = 0;
  pauses = [];
  result = undefined;
  led = [];
  lease = new Lease(() => time);
});

const pause = (ms: number) => new Promise<void>((resolve) => void pauses.push({ ms, go: resolve }));

/** Time goes on, and with it all who look. */
async function pass(ms: number): Promise<void> {
  time += ms;
  for (const { go } of pauses.splice(0)) go();
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
}

interface Caller {
  begins_in?(): number;
  lead(): Promise<void>;
}

const call = ({ begins_in = () => 0, lead }: Caller) =>
  leadOrLook({ lease, lost_after_ms: 1_000, look: () => result, begins_in, lead, pause });

/** Leads until it is told to end, with what it found. */
function leader(name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  return {
    lead: () => {
      led.push(name);
      return promise;
    },
    find(found: string) {
      result = found;
      resolve();
    },
    fail: reject,
  };
}

describe("work that several want", () => {
  it("is done by the first, at once, and found by the others", async () => {
    const [first, second] = [leader("first"), leader("second")];
    const both = Promise.all([call(first), call(second)]);
    expect(led).toEqual(["first"]);
    first.find("done");
    await pass(20);
    expect(await both).toEqual(["done", "done"]);
    expect(led).toEqual(["first"]);
  });

  it("is not begun when it is there", async () => {
    result = "there";
    expect(await call(leader("late"))).toBe("there");
    expect(led).toEqual([]);
  });

  it("waits until it may begin, and whoever looks first then leads", async () => {
    const begins_in = () => 100 - time;
    const [gone, other] = [leader("gone"), leader("other")];
    void call({ ...gone, begins_in });
    pauses = [];
    const found = call({ ...other, begins_in });
    expect(pauses.map(({ ms }) => ms)).toEqual([100]);
    await pass(100);
    expect(led).toEqual(["other"]);
    other.find("done");
    expect(await found).toBe("done");
  });

  it("is taken over from a leader that was not heard of for as long as a lease", async () => {
    void call(leader("gone"));
    const other = leader("other");
    const found = call(other);
    await pass(999);
    expect(led).toEqual(["gone"]);
    await pass(1);
    expect(led).toEqual(["gone", "other"]);
    other.find("done");
    expect(await found).toBe("done");
  });

  it("is led by the next where the first fails, who alone learns why", async () => {
    const [first, second] = [leader("first"), leader("second")];
    const failed = call(first);
    const found = call(second);
    first.fail(new Error("away"));
    await expect(failed).rejects.toThrow("away");
    await pass(20);
    expect(led).toEqual(["first", "second"]);
    second.find("done");
    expect(await found).toBe("done");
  });

  it("is led again by the same while nothing is found", async () => {
    let tries = 0;
    const found = call({
      async lead() {
        tries += 1;
        if (tries === 3) result = "third";
      },
    });
    expect(await found).toBe("third");
  });
});

describe("a lease", () => {
  it("is one's own until it ends or is given back", () => {
    const own = lease.take(100);
    expect(own).toBeDefined();
    expect(lease.take(100)).toBeUndefined();
    own?.release();
    expect(lease.isHeld).toBe(false);
    lease.take(100);
    time = 100;
    expect(lease.take(100)).toBeDefined();
  });

  it("is held on to by renewing it", () => {
    const own = lease.take(100);
    time = 99;
    own?.renew();
    time = 198;
    expect(lease.isHeld).toBe(true);
    time = 199;
    expect(lease.isHeld).toBe(false);
  });

  it("is not ended by one that lost it", () => {
    const slow = lease.take(100);
    time = 100;
    lease.take(100);
    slow?.release();
    slow?.renew();
    expect(lease.isHeld).toBe(true);
    time = 200;
    expect(lease.isHeld).toBe(false);
  });
});

describe("who looks", () => {
  it("does so at once, and then from time to time", async () => {
    const found = lookUntil(() => result, pause);
    await pass(20);
    result = "there";
    await pass(20);
    expect(await found).toBe("there");
    expect(await lookUntil(() => result, pause)).toBe("there");
  });
});
