import { describe, expect, it } from "vitest";
import { Load } from "../../../src/platform/load.ts";
import { TurnAdmission, type TurnCandidate } from "../../../src/platform/turn-admission.ts";

/** Timers that come late by so much, for three seconds. Ends at 3,000. */
function loadAt(late_ms: number): Load {
  const load = new Load();
  for (let now = 0; now <= 3_000; now += 10) load.recordDelay(late_ms, now);
  return load;
}

const free = () => loadAt(0);
const late = () => loadAt(30);
const busy = () => loadAt(100);
const full = () => loadAt(400);
const starter = (id: string, more: Partial<TurnCandidate> = {}): TurnCandidate => ({
  id,
  person: "ann",
  urgency: "asked",
  ...more,
});

/** So many run already. */
function running(load: Load, count: number, person = "ann"): TurnAdmission {
  const starts = new TurnAdmission(load);
  for (let at = 0; at < count; at++) starts.begin({ id: `running ${at}`, person }, 0);
  return starts;
}

/** What begins until `to`, when all that wait ask each ten ms. */
function begunUntil(starts: TurnAdmission, waiting: readonly TurnCandidate[], to: number): string[] {
  const begun: string[] = [];
  let left = [...waiting];
  for (let now = 3_000; now <= to; now += 10)
    left = left.filter((each) => {
      const { status } = starts.ask(each, now);
      if (status === "begins") begun.push(each.id);
      return status === "waits";
    });
  return begun;
}

const many = (count: number, more: Partial<TurnCandidate> = {}) =>
  Array.from({ length: count }, (_, at) => starter(`${more.person ?? "ann"} ${at}`, more));

describe("turns", () => {
  it("begin at once while the thread has time, however many", () => {
    const starts = running(free(), 300);
    expect(many(300).every((each) => starts.ask(each, 3_000).status === "begins")).toBe(true);
  });

  it("begin at once while longer frames make up for them", () => {
    const starts = running(late(), 300);
    expect(many(300).every((each) => starts.ask(each, 3_000).status === "begins")).toBe(true);
  });

  it("begin at once while few run, however late timers come: the machine may be at something else", () => {
    const starts = running(full(), 0);
    const statuses = many(101).map((each) => starts.ask(each, 3_000).status);
    expect(statuses.slice(0, 100).every((status) => status === "begins")).toBe(true);
  });

  it("begin some ms apart while the thread is behind, so that what runs is served in between", () => {
    const begun = begunUntil(running(busy(), 100), many(100), 3_500);
    expect(begun.length).toBeGreaterThan(40);
    expect(begun.length).toBeLessThan(60);
  });

  it("begin more slowly when the thread is full, and forty a second however full it is", () => {
    const counts = [150, 250, 5_000].map(
      (late) => begunUntil(running(loadAt(late), 200), many(300), 5_000).length,
    );
    expect(counts[0]).toBeGreaterThan(190);
    expect(counts[1]).toBeGreaterThan(80);
    expect(counts[1]).toBeLessThan(100);
    expect(counts[2]).toBe(counts[1]);
  });
});

describe("who waits", () => {
  it("is told how many begin before", () => {
    const starts = running(full(), 200);
    const answers = many(10).map((each) => starts.ask(each, 3_000));
    const before = answers.flatMap((answer) => (answer.status === "waits" ? [answer.before] : []));
    expect(before).toEqual([...before.keys()]);
    expect(before.length).toBeGreaterThan(4);
  });

  it("is served in the order in which they came", () => {
    const begun = begunUntil(running(full(), 200), many(10), 10_000);
    expect(begun).toEqual(many(10).map(({ id }) => id));
  });

  it("goes before a person who has more turns, also when that one came first", () => {
    const starts = running(full(), 200);
    const all = [...many(20), starter("bob's", { person: "bob" })];
    expect(begunUntil(starts, all, 10_000).slice(0, 8)).toContain("bob's");
  });

  it("goes before what a schedule has begun, and after what a restart has cut off", () => {
    const all = [
      ...many(8, { person: "a schedule", urgency: "planned" }),
      ...many(8),
      ...many(8, { person: "a restart", urgency: "cut_off" }),
    ];
    const starts = running(full(), 200);
    // Places that nobody has used are gone.
    for (const each of many(4, { person: "early" })) starts.ask(each, 3_000);
    const begun = begunUntil(starts, all, 20_000);
    expect(begun.slice(0, 8).every((id) => id.startsWith("a restart"))).toBe(true);
    expect(begun.slice(8, 16).every((id) => id.startsWith("ann"))).toBe(true);
    expect(begun.slice(16).every((id) => id.startsWith("a schedule"))).toBe(true);
  });

  it("is refused when five hundred wait, unless nobody is there to ask again", () => {
    const starts = running(full(), 200);
    for (const each of many(510)) starts.ask(each, 3_000);
    expect(starts.ask(starter("one more"), 3_000).status).toBe("refused");
    expect(starts.ask(starter("a schedule's", { urgency: "planned" }), 3_000).status).toBe("waits");
  });

  it("holds no place any more when they have left, or when their object has died", () => {
    const starts = running(full(), 200);
    for (const each of many(30)) starts.ask(each, 3_000);
    for (const { id } of many(20)) starts.left(id);
    expect(starts.ask(starter("late"), 3_000)).toEqual({ status: "waits", before: 10 });
    starts.left("late");
    expect(starts.ask(starter("much later"), 40_000).status).toBe("begins");
  });
});

describe("a crowd", () => {
  it("is many turns on a thread that is behind", () => {
    expect(running(busy(), 40).isCrowded(3_000)).toBe(true);
  });

  it("is neither few turns on a machine that is at something else, nor many for which there is time", () => {
    expect(running(full(), 39).isCrowded(3_000)).toBe(false);
    expect(running(free(), 300).isCrowded(3_000)).toBe(false);
  });

  it("is over when nobody has measured for some seconds: nothing streams any more", () => {
    expect(running(full(), 100).isCrowded(9_000)).toBe(false);
  });
});
