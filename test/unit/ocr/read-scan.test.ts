import { describe, expect, test } from "vitest";
import { NO_USAGE } from "../../../src/domain/message.ts";
import type { OcrEngine } from "../../../src/ocr/engine.ts";
import { readScan, type ScanDeps } from "../../../src/ocr/read-scan.ts";

const FILE = {
  owner: "usr_1",
  id: "fil_1",
  name: "letter.pdf",
  media_type: "application/pdf",
  bytes: new Uint8Array([1]),
};

function scene(engine: Partial<OcrEngine> | null = {}, more: Partial<ScanDeps> = {}) {
  const texts = new Map<string, string>();
  const claims = new Set<string>();
  const booked: (number | null)[] = [];
  let runs = 0;
  const whole: OcrEngine = {
    model: "acme/eyes",
    mostCost: () => 0.02,
    async recognize() {
      runs += 1;
      return { pages: ["One", "Two"], usage: NO_USAGE, cost_usd: 0.01 };
    },
    ...engine,
  };
  const deps: ScanDeps = {
    texts: {
      get: async (_, id) => texts.get(id),
      async claim(_, id) {
        if (claims.has(id)) return false;
        claims.add(id);
        return true;
      },
      put: async (_, id, text) => void texts.set(id, text),
      async remove(_, id) {
        claims.delete(id);
        texts.delete(id);
      },
    },
    engine: () => (engine === null ? undefined : whole),
    refusal: async () => undefined,
    book: async (_owner, _engine, { cost_usd }) => void booked.push(cost_usd),
    pause: async () => {},
    ...more,
  };
  return { deps, texts, claims, booked, runs: () => runs };
}

const problem = async (read: ReturnType<typeof readScan>) => {
  const text = await read;
  return typeof text === "string" ? text : text.problem;
};

describe("a scan", () => {
  test("is recognized once and paid once, with its pages marked", async () => {
    const { deps, booked, runs } = scene();
    const text = await readScan(deps, FILE, true);
    expect(text).toBe("[page 1 of 2]\nOne\n\n[page 2 of 2]\nTwo");
    expect(await readScan(deps, FILE, true)).toBe(text);
    expect(await readScan(deps, FILE, false)).toBe(text);
    expect([runs(), booked]).toEqual([1, [0.01]]);
  });

  test("that two ask for at once is paid by the first", async () => {
    const { deps, runs } = scene();
    const both = await Promise.all([readScan(deps, FILE, true), readScan(deps, FILE, true)]);
    expect(both[0]).toBe(both[1]);
    expect(runs()).toBe(1);
  });

  test("says that it is one, and what to do, where nothing may be spent on it", async () => {
    const { deps, runs } = scene();
    expect(await readScan(deps, FILE, false)).toMatchObject({ scan: "pdf" });
    expect(await problem(readScan(deps, FILE, false))).toContain("Have its text recognized");
    const refused = scene({}, { refusal: async () => "The budget of today is spent." });
    expect(await problem(readScan(refused.deps, FILE, true))).toContain("The budget of today is spent.");
    expect(await problem(readScan(scene(null).deps, FILE, true))).toContain("An admin can choose one");
    expect([runs(), refused.runs()]).toEqual([0, 0]);
  });

  test("that could not be recognized costs nothing and is tried again when it is asked for", async () => {
    let isDown = true;
    const { deps, booked, claims } = scene({
      async recognize() {
        if (isDown) throw new Error("The service is down.");
        return { pages: ["One"], usage: NO_USAGE, cost_usd: null };
      },
    });
    expect(await problem(readScan(deps, FILE, true))).toContain("The service is down.");
    expect([booked, claims.size]).toEqual([[], 0]);
    isDown = false;
    expect(await readScan(deps, FILE, true)).toContain("One");
  });
});
