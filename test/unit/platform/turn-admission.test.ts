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
  client: "ann",
  urgency: "asked",
  ...more,
});

/** So many run already. */
function running(load: Load, count: number, client = "ann"): TurnAdmission {
  const starts = new TurnAdmission(load);
  for (let at = 0; at < count; at++) starts.begin({ id: `running ${at}`, client }, 0);
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
  Array.from({ length: count }, (_, at) => starter(`${more.client ?? "ann"} ${at}`, more));

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

  it("begin more slowly when the thread is full, and no faster than others end once it stays full", () => {
    const soon = begunUntil(running(full(), 100), many(300), 4_000).length;
    expect(soon).toBeGreaterThan(60);
    expect(soon).toBeLessThan(75);
    // Nobody ends, so in the end only the turns run that always do.
    expect(begunUntil(running(full(), 100), many(250), 10_000).length).toBeLessThan(200);
  });

  it("begin again as soon as others end, however full the thread is", () => {
    const starts = running(full(), 400);
    expect(begunUntil(starts, many(20), 5_000)).toEqual([]);
    for (let at = 0; at < 320; at++) starts.left(`running ${at}`);
    expect(begunUntil(starts, many(20), 3_000)).toHaveLength(20);
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
    const all = [...many(20), starter("bob's", { client: "bob" })];
    expect(begunUntil(starts, all, 10_000).slice(0, 8)).toContain("bob's");
  });

  it("goes before what a schedule has begun, and after what a restart has cut off", () => {
    const all = [
      ...many(8, { client: "a schedule", urgency: "planned" }),
      ...many(8),
      ...many(8, { client: "a restart", urgency: "cut_off" }),
    ];
    const starts = running(full(), 200);
    // Places that nobody has used are gone.
    for (const each of many(4, { client: "early" })) starts.ask(each, 3_000);
    const begun = begunUntil(starts, all, 20_000);
    expect(begun.slice(0, 8).every((id) => id.startsWith("a restart"))).toBe(true);
    expect(begun.slice(8, 16).every((id) => id.startsWith("ann"))).toBe(true);
    expect(begun.slice(16).every((id) => id.startsWith("a schedule"))).toBe(true);
  });

  it("goes before most of a program's flood, also when it came first", () => {
    const flood = many(40, { client: "ann programs", urgency: "program" });
    const starts = running(full(), 100);
    // Places that nobody has used are gone.
    for (const each of many(4, { client: "early" })) starts.ask(each, 3_000);
    const begun = begunUntil(starts, [...flood, ...many(8)], 6_000);
    expect(begun.slice(0, 10).filter((id) => id.startsWith("ann programs"))).toHaveLength(2);
    expect(begun).toHaveLength(48);
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

describe("room for one more", () => {
  const filled = (count: number, more: Partial<TurnCandidate> = {}) => {
    const starts = running(full(), 400);
    for (const each of many(count, more)) starts.ask(each, 3_000);
    return starts;
  };
  const person = { client: "bob", isProgram: false };

  it("is there while the queue is short, whatever the load is", () => {
    expect(filled(19).roomFor({ ...person, patience_s: 1 }, 3_000)).toEqual({ status: "room" });
  });

  it("is not there when five hundred wait, with the time after which it may be", () => {
    const room = filled(520).roomFor(person, 3_000);
    expect(room).toMatchObject({ status: "full" });
    expect(room).toHaveProperty(
      "retry_after_s",
      expect.toSatisfy((wait: number) => wait >= 1 && wait <= 60),
    );
  });

  it("is there for people when a program's turns fill its own share", () => {
    const starts = filled(220, { client: "ann programs", urgency: "program" });
    expect(starts.roomFor({ client: "ann programs", isProgram: true }, 3_000).status).toBe("full");
    expect(starts.roomFor({ client: "bob programs", isProgram: true }, 3_000).status).toBe("room");
    expect(starts.roomFor(person, 3_000).status).toBe("room");
  });

  it("is not there for a caller who waits less long than the queue takes", () => {
    const starts = filled(120);
    expect(starts.roomFor({ ...person, patience_s: 1 }, 3_000).status).toBe("full");
    expect(starts.roomFor({ ...person, patience_s: 30 }, 3_000).status).toBe("room");
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
