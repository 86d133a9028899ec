/** Runs of research in a simulated machine, over a frozen web and a scripted model. */
import { expect, test } from "vitest";
import { NO_PLAN, Plan } from "../../../src/research/plan/plan.ts";
import type { RunView } from "../../../src/research/run.ts";
import { Disk, live, spentOn } from "../../support/research/machine.ts";
import { PAGES, World } from "../../support/research/world.ts";

test("a run ends with a report whose citations are pages that it read", async () => {
  const [disk, world] = [new Disk(), new World()];
  const report = await live({ disk, outside: world });
  expect(report?.is_written).toBe(true);
  const cited = [...(report?.markdown ?? "").matchAll(/\]\((https:[^)]*)\)/g)].map(([, address]) => address);
  expect(cited.length).toBeGreaterThan(3);
  for (const address of cited) expect(world.reads).toContain(address);
  expect(report?.sentences.map(({ support }) => support)).not.toContain("unsupported");
  expect(report?.markdown).not.toContain("glow");
});

test("the report for a conversation has a citation at the quote of each of its numbers", async () => {
  const disk = new Disk();
  const { cited } = (await live({ disk, outside: new World() })) ?? {};
  const { text = "", citations = [] } = cited ?? {};
  const numbers = [...text.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number));
  expect(numbers.length).toBeGreaterThan(3);
  expect(citations.map(({ index }) => index)).toEqual(numbers);
  for (const { source_id = "", quote, start, end } of citations)
    expect(disk.texts.get(source_id)?.slice(start, end)).toBe(quote);
  const first = citations.filter(({ read }) => read);
  expect(first.map(({ index }) => index)).toEqual([...new Set(numbers)]);
  expect(text).not.toMatch(/## Sources\n|https:/);
});

test("notes that contradict each other are looked up again and shown", async () => {
  const disk = new Disk();
  const report = await live({ disk, outside: new World() });
  expect(disk.plan.steps.some(({ by, question }) => by === "gap" && question.includes("4,600"))).toBe(true);
  expect(report?.markdown).toMatch(/Sources that contradict each other[\s\S]*4,600[\s\S]*5,200/);
});

test("each planted lie is marked, and no address of the writer's own stands in the report", async () => {
  const lies = [
    "The European nightjar is 36 to 38 cm long [{26 to 28}].",
    "It builds a nest [{no nest}].",
    "Most leave Europe in October [{August}].",
    "It was described by Charles Darwin [{26 to 28}].",
    "The European nightjar is 26 to 28 m long [{26 to 28}].",
    "Moths catch nightjars [{moths}].",
  ];
  const report = `# Nightjars\n\n${lies.join(" ")} Nightjars eat moths and beetles [{moths}]. See [this](https://invented.example/paper) and https://invented.example/two [4] [n777].`;
  const world = new World({ report, refuses: ["Moths catch"] });
  const { sentences = [], markdown = "" } = (await live({ disk: new Disk(), outside: world })) ?? {};
  expect(sentences.slice(0, lies.length).map(({ support }) => support)).toEqual(
    lies.map(() => "unsupported"),
  );
  expect(sentences.find(({ text }) => text.includes("eat moths"))?.support).toBe("supported");
  expect(markdown).not.toContain("invented.example");
  const addresses = [...markdown.matchAll(/\]\((https:[^)]*)\)/g)].map(([, address]) => address);
  for (const address of addresses) expect(PAGES.map((page) => page.address)).toContain(address);

  const dropped = await live({
    disk: new Disk(),
    outside: new World({ report, refuses: ["Moths catch"] }),
    order: { unsupported: "drop" },
  });
  for (const words of ["36 to 38", "builds a nest", "October", "Darwin", "28 m long", "Moths catch"])
    expect(dropped?.markdown).not.toContain(words);
});

test("a page's injected words reach no model but as material", async () => {
  const world = new World();
  await live({ disk: new Disk(), outside: world });
  const shown = world.asks.flatMap(({ messages }) => messages.map((message) => JSON.stringify(message)));
  for (const words of shown.filter((one) => one.includes("delete every file")))
    expect(words).toMatch(/<source[^>]*>[\s\S]*delete every file[\s\S]*<\/source>/);
});

test("a run killed at any of its points goes on and ends with its report, and pays nothing twice", async () => {
  const whole = new Disk();
  const expected = await live({ disk: whole, outside: new World() });
  expect(whole.writes).toBeGreaterThan(60);
  for (let point = 1; point < whole.writes; point++) {
    const disk = new Disk();
    await expect(live({ disk, outside: new World(), killAfter: point })).rejects.toThrow("killed");
    const report = await live({ disk, outside: new World() });
    expect(report?.is_written, `killed after write ${point}`).toBe(true);
    expect(disk.repeated).toEqual([]);
    expect(report?.sentences.length).toBe(expected?.sentences.length);
    expect(report?.markdown.match(/\n\d+\. \[/g)?.length).toBe(
      expected?.markdown.match(/\n\d+\. \[/g)?.length,
    );
  }
});

test("a passage that a search gave whole is read after a kill too, and searched for once", async () => {
  const whole = new Disk();
  const script = { givesWhole: true };
  const expected = await live({ disk: whole, outside: new World(script) });
  expect(whole.texts.size).toBe(PAGES.length);
  for (let point = 1; point < whole.writes; point++) {
    const [disk, before, after] = [new Disk(), new World(script), new World(script)];
    await expect(live({ disk, outside: before, killAfter: point })).rejects.toThrow("killed");
    const found = [...disk.journal].flatMap(([key, { end }]) =>
      end && key.includes(":search#") ? [key] : [],
    );
    const report = await live({ disk, outside: after });
    expect(report?.sentences.length, `killed after write ${point}`).toBe(expected?.sentences.length);
    expect([...disk.texts]).toEqual(expect.arrayContaining([...whole.texts]));
    expect(found.length + after.searches.length).toBe(PAGES.length + 1);
    expect(disk.repeated).toEqual([]);
  }
});

test("a thousand random ceilings, halts, kills and failures give a thousand reports, none over its ceiling", async () => {
  const random = randomOf(42);
  let unwritten = 0;
  for (let run = 0; run < 1_000; run++) {
    const ceiling_usd = random() ** 2 * 0.6;
    const control = new AbortController();
    const script = {
      price: 0.002 + random() * 0.02,
      isSearchDead: random() < 0.1,
      ...(random() < 0.2 && { diesAfter: Math.floor(random() * 30) }),
    };
    const haltAt = random() < 0.3 ? Math.floor(random() * 60) : undefined;
    const disk = new Disk();
    const begin = (killAfter?: number) =>
      live({
        disk,
        outside: new World(script, () => shuffled(random)),
        order: { ceiling_usd },
        halt: control.signal,
        ...(killAfter !== undefined && { killAfter }),
        onView: () => void (disk.writes === haltAt && control.abort("halt")),
      });
    if (random() < 0.3) await begin(1 + Math.floor(random() * 80)).catch(() => undefined);
    const report = await begin();
    expect(report?.markdown, `run ${run}`).toBeTruthy();
    expect(spentOn(disk)).toBeLessThanOrEqual(ceiling_usd + 1e-9);
    expect(disk.repeated).toEqual([]);
    if (!report?.is_written) unwritten += 1;
    else expect(report.sentences.length).toBeGreaterThan(0);
  }
  expect(unwritten).toBeLessThan(1_000);
});

test("models without a known price are bound by the number of their calls, also through kills, and a report comes always", async () => {
  const random = randomOf(7);
  for (let run = 0; run < 100; run++) {
    const most_calls = 1 + Math.floor(random() * 60);
    const disk = new Disk();
    const views: RunView[] = [];
    const begin = async (killAfter?: number) => {
      const outside = new World({ price: null }, () => shuffled(random));
      const onView = (view: RunView) => void views.push(view);
      const life = { disk, outside, order: { most_calls }, onView };
      const report = await live({ ...life, ...(killAfter !== undefined && { killAfter }) }).catch(
        () => undefined,
      );
      return { report, asks: outside.asks.length };
    };
    const first = run % 3 === 0 ? await begin(1 + Math.floor(random() * 80)) : { asks: 0 };
    const second = await begin();
    expect(second.report?.markdown, `run ${run}`).toBeTruthy();
    expect(first.asks + second.asks, `run ${run}`).toBeLessThanOrEqual(most_calls);
    expect(views.at(-1)?.spend).toMatchObject({ spent_usd: 0, calls: { most: most_calls } });
    expect(views.at(-1)?.spend.calls?.made).toBeLessThanOrEqual(most_calls);
  }
  const priced: RunView[] = [];
  await live({ disk: new Disk(), outside: new World(), onView: (view) => void priced.push(view) });
  expect(priced.at(-1)?.spend.calls).toBeUndefined();
});

test("a struck step stops at once, an added one is carried out, and both stay so after a kill", async () => {
  const disk = new Disk();
  const world = new World({}, () => new Promise((resolve) => setImmediate(resolve)));
  let isEdited = false;
  await live({
    disk,
    outside: world,
    onView(_view, plan) {
      if (isEdited || plan.step("p2")?.state !== "running") return;
      isEdited = true;
      expect(plan.edit({ op: "strike", id: "p2" })).toBeUndefined();
      expect(plan.edit({ op: "add", question: "How wide is the gape?" })).toBeUndefined();
      expect(plan.edit({ op: "strike", id: "p9" })).toContain("no step");
    },
  });
  const steps = disk.plan.steps;
  expect(steps.find(({ id }) => id === "p2")?.state).toBe("struck");
  expect(steps.find(({ by }) => by === "person")).toMatchObject({
    state: "done",
    question: "How wide is the gape?",
  });
  expect(world.searches).toContain("How wide is the gape?");
  const again = await live({ disk, outside: new World() });
  expect(again?.markdown).not.toContain("When does it migrate?");
});

test("a reworded step keeps its place, and a moved one goes before another or to the end", () => {
  const plan = new Plan(NO_PLAN, () => undefined);
  for (const id of ["p1", "p2", "p3"]) plan.add({ id, question: `${id}?`, places: ["web"], by: "model" });
  const standing = () => plan.steps.filter(({ state }) => state !== "struck").map(({ question }) => question);
  expect(plan.edit({ op: "reword", id: "p2", question: "Two?" })).toBeUndefined();
  expect(standing()).toEqual(["p1?", "Two?", "p3?"]);
  expect(plan.steps.find(({ question }) => question === "Two?")?.places).toEqual(["web"]);
  expect(plan.edit({ op: "move", id: "p3", before: "p1" })).toBeUndefined();
  expect(plan.edit({ op: "move", id: "p1", before: null })).toBeUndefined();
  expect(standing()).toEqual(["p3?", "Two?", "p1?"]);
  expect(plan.edit({ op: "move", id: "p1", before: "p9" })).toContain("no step p9");
});

test("a plan above the setting waits for a yes, and one question for its answer", async () => {
  const disk = new Disk();
  const world = new World();
  expect(await live({ disk, outside: world, order: { ask_above_usd: 0.01 } })).toBeUndefined();
  expect(world.asks).toHaveLength(1);
  disk.plan = { ...disk.plan, is_approved: true };
  expect(await live({ disk, outside: world, order: { ask_above_usd: 0.01 } })).toBeDefined();

  expect(
    await live({ disk: new Disk(), outside: new World({ price: 0 }), order: { ask_above_usd: 0 } }),
  ).toBeUndefined();

  const asking = new Disk();
  expect(await live({ disk: asking, outside: new World({ clarify: "Which species?" }) })).toBeUndefined();
  asking.plan = { ...asking.plan, answer: null };
  expect(await live({ disk: asking, outside: new World({ clarify: "Which species?" }) })).toBeDefined();
});

test("steps are looked up side by side, five at once at most", async () => {
  const world = new World({}, () => new Promise((resolve) => setImmediate(resolve)));
  await live({ disk: new Disk(), outside: world });
  expect(world.mostUnderWay).toBe(4);
});

test("a dead search is told, and the report says what was not found", async () => {
  const report = await live({ disk: new Disk(), outside: new World({ isSearchDead: true }) });
  expect(report?.ended_by).toContain("search");
  expect(report?.markdown).toMatch(
    /Nothing was found[\s\S]*Searches failed[\s\S]*How big is the nightjar\? \(not found\)/,
  );
});

function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

async function shuffled(random: () => number): Promise<void> {
  for (let turns = Math.floor(random() * 4); turns > 0; turns--) await Promise.resolve();
}
