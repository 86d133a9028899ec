/** Counters of the instance, as Prometheus reads them. */
import { env, exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { readCounters } from "../../../src/storage/d1/instance/metrics.ts";
import { call } from "../../support/model-wire/answer.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { soon } from "../../support/soon.ts";
import { chat } from "../api.ts";
import { somebody } from "../people/somebody.ts";

const { DB } = env as unknown as { DB: D1Database };
const DAY_MS = 86_400_000;

function scrape(query = "", token = "test-admin-token-0123456789"): Promise<Response> {
  const headers = { authorization: `Bearer ${token}` };
  const { default: worker } = exports as unknown as { default: Fetcher };
  return worker.fetch(`http://nightjar.test/metrics${query}`, { headers });
}

/** Values by line, which all have Prometheus' form. */
async function read(query?: string): Promise<Map<string, number>> {
  const lines = (await (await scrape(query)).text()).trimEnd().split("\n");
  const form =
    /^(?:# (?:HELP|TYPE) nightjar_\w+ .+|(nightjar_\w+(?:\{(?:\w+="(?:[^"\\]|\\.)*",?)*\})?) (-?[\d.e+-]+))$/;
  return new Map(
    lines.flatMap((line) => {
      const [whole, name, value] = form.exec(line) ?? [];
      expect(whole, line).toBe(line);
      return name === undefined ? [] : [[name, Number(value)] as const];
    }),
  );
}

test("a turn is counted by its outcome, its time, its tools and its tokens, once", async () => {
  const agent = { status: "completed", channel: "http", agent: "nightjar" };
  const turns = `nightjar_turns_total{status="${agent.status}",channel="${agent.channel}",agent="${agent.agent}"}`;
  const tools = 'nightjar_tool_calls_total{tool="think",outcome="ok"}';
  const tokens = 'nightjar_model_tokens_total{model="openai/told",type="output"}';
  const before = await read();
  const grown = async (name: string) => ((await read()).get(name) ?? 0) - (before.get(name) ?? 0);
  const think = call("call_counted", "think", { thought: "Two." });
  await chat(
    tell(
      { calls: [think], usage: { input: 5, output: 7 } },
      { text: ["Two."], usage: { input: 5, output: 7 } },
    ),
  );
  await soon(async () => expect(await grown(turns)).toBeGreaterThanOrEqual(1));
  expect(await grown(tools)).toBe(1);
  expect(await grown(tokens)).toBeGreaterThanOrEqual(14);
  const now = await read("?apps=true");
  for (const name of ["turn_first_text_seconds", "turn_duration_seconds"])
    expect(now.get(`nightjar_${name}_bucket{le="+Inf"}`)).toBe(now.get(`nightjar_${name}_count`));
  expect(now.get("nightjar_connected_apps")).toBe(0);
});

test("what is a day old is added up into totals, and the counters stay the same", async () => {
  await chat(tell({ text: ["Tea."] }));
  const total = async (at: number) =>
    (await readCounters(DB, at))
      .filter(({ name }) => name.startsWith("turn") || name === "model_calls_total")
      .reduce((sum, { value }) => sum + value, 0);
  await soon(async () => expect((await readCounters(DB, Date.now())).length).toBeGreaterThan(0));
  const settled = await soon(async () => {
    const [one, two] = [await total(Date.now()), await total(Date.now())];
    expect(one).toBe(two);
    return two;
  });
  const later = Date.now() + 2 * DAY_MS;
  const both = await Promise.all([total(later), total(later)]);
  expect(both).toEqual([settled, settled].map((value) => expect.closeTo(value, 6)));
  const left = await DB.prepare("SELECT COUNT(*) AS count FROM metric_samples").first("count");
  expect(left).toBe(0);
  await DB.prepare("DELETE FROM metric_totals").run();
});

test("the operator alone reads them", async () => {
  const member = await somebody("member", { name: "Ben M." });
  expect((await member.ask("GET", "/../../metrics")).status).not.toBe(200);
  expect((await scrape("", "njk_unknown")).status).toBe(401);
});
