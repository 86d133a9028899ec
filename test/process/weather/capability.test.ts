/** The whole way of a capability: asked for, built, allowed, used, kept over a restart, changed, taken back. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { call } from "../../support/model-wire/answer.ts";
import { startToldModel, type ToldAnswer, tell } from "../../support/model-wire/told-model.ts";
import type { WireServer } from "../../support/model-wire/wire-server.ts";
import { type Nightjar, startNightjar } from "../../support/process/nightjar.ts";
import { until } from "../../support/process/until.ts";
import { startOpenMeteo } from "../../support/weather/open-meteo.ts";
import { type Files, weatherFiles } from "./files.ts";

let model: WireServer;
let weather: WireServer;
let nightjar: Nightjar;
beforeEach(async () => {
  model = await startToldModel();
  weather = await startOpenMeteo();
  nightjar = await startNightjar({
    launcher: "runtime",
    vars: {
      OPENAI_BASE_URL: `${model.url}/v1`,
      OPENAI_API_KEY: "test-key",
      DEFAULT_MODEL: "openai/told",
      FAST_MODEL: "offline/nightjar",
      FETCH_ALLOW_HOSTS: new URL(weather.url).host,
    },
  });
});
afterEach(async () => {
  await nightjar?.dispose();
  await model?.close();
  await weather?.close();
});

interface Build {
  id: string;
  status: string;
  version: number | null;
  child_id: string;
  error: string | null;
  ask: { type: string; call_id: string; reason: string } | null;
}

let calls = 0;
const step = (name: string, input: object): ToldAnswer => ({ calls: [call(`c${++calls}`, name, input)] });

function written(files: Files): ToldAnswer {
  return {
    calls: Object.entries(files).map(([path, content]) =>
      call(`c${++calls}`, "write_file", { path, content }),
    ),
  };
}

/** What the Builder does; its task says it. */
function build(...files: Files[]): string {
  const hosts = [new URL(weather.url).host];
  const rounds = files.flatMap((each) => [written(each), step("run_command", { command: "test" })]);
  const registers = step("register_capability", { hosts });
  return tell(step("report_progress", { text: "Writing it" }), ...rounds, registers, {
    text: ["It is ready."],
  });
}

function say(message: string, conversation_id?: string) {
  return nightjar.request<{ conversation_id: string; status: string; reply: string }>("POST", "/chat", {
    message,
    ...(conversation_id && { conversation_id }),
  });
}

async function request(description: string, conversation?: string): Promise<string> {
  const asks = step("request_capability", { name: "weather_lookup", description });
  const { conversation_id, reply } = await say(tell(asks, { text: ["I am having it built."] }), conversation);
  expect(reply).toBe("I am having it built.");
  return conversation_id;
}

/** The build that waits for its owner. */
async function asking(): Promise<Build> {
  const newest = async () => {
    const { items } = await nightjar.request<{ items: Build[] }>("GET", "/builds");
    return nightjar.request<Build>("GET", `/builds/${items[0]?.id}`);
  };
  return until(newest, ({ ask, status }) => ask !== null || status !== "building");
}

async function allowed(build: Build, conversation: string): Promise<Build> {
  expect(build.ask?.reason).toContain(`send data to ${new URL(weather.url).host}`);
  await nightjar.request("POST", `/conversations/${conversation}/approvals`, {
    call_id: build.ask?.call_id,
    decision: "allow_once",
  });
  return until(
    () => nightjar.request<Build>("GET", `/builds/${build.id}`),
    ({ status }) => status !== "building",
  );
}

/** What a call of it gives, in a conversation of its own. */
async function used(input: object): Promise<string> {
  const { conversation_id } = await say(tell(step("cap_weather_lookup", input), { text: ["Told."] }));
  return resultIn(conversation_id);
}

async function resultIn(conversation: string): Promise<string> {
  const page = await nightjar.request<{ items: { parts: { type: string; content?: string }[] }[] }>(
    "GET",
    `/conversations/${conversation}/messages`,
  );
  const parts = page.items.flatMap((message) => message.parts);
  return parts.findLast(({ type }) => type === "tool_result")?.content ?? "";
}

it("a tool that is missing is built, allowed, used, kept over a restart, changed, and taken back", async () => {
  const right = weatherFiles(weather.url, { units: false, isWrong: false });
  const wrong = weatherFiles(weather.url, { units: false, isWrong: true });
  expect(await used({ city: "Austin" })).toContain('There is no tool "cap_weather_lookup"');

  const conversation = await request(build(wrong, right));
  const waiting = await asking();
  expect((await nightjar.request<{ status: string }>("GET", "/capabilities/weather_lookup")).status).toBe(
    "building",
  );
  expect(await allowed(waiting, conversation)).toMatchObject({
    status: "completed",
    version: 1,
    error: null,
  });
  const results = JSON.stringify(model.requests.at(-1)?.body);
  expect(results).toContain("FAILED  saysThatNobodyKnowsIt");
  expect(results).toContain("2 of 2 passed.");

  const events = await (await nightjar.fetch("GET", `/builds/${waiting.id}/events`)).text();
  expect([...events.matchAll(/^event: (\w+)/gm)].map(([, type]) => type)).toEqual([
    "progress",
    "approval",
    "answered",
    "complete",
  ]);
  const said = await until(
    () =>
      nightjar.request<{ items: { author?: string }[] }>("GET", `/conversations/${conversation}/messages`),
    ({ items }) => items.at(-1)?.author === "Builder",
  );
  expect(said.items.at(-1)).toMatchObject({
    agent: "builder",
    parts: [{ type: "text", text: "It is ready." }],
  });

  await say(tell(step("cap_weather_lookup", { city: "Austin" }), { text: ["Told."] }), conversation);
  expect(await resultIn(conversation)).toContain("Austin: 31.2 °C");

  await nightjar.kill9();
  await nightjar.start();
  expect(await used({ city: "Oslo" })).toContain("Oslo: 4.5 °C");

  const units = weatherFiles(weather.url, { units: true, isWrong: false });
  await request(build(units));
  // Its owner has said yes to that host before: nothing is asked.
  expect(await asking()).toMatchObject({ status: "completed", version: 2 });
  expect(await used({ city: "Austin", units: "fahrenheit" })).toContain("Austin: 88.2 °F");

  await nightjar.request("POST", "/capabilities/weather_lookup/restore", { version: 1 });
  expect(await used({ city: "Austin", units: "fahrenheit" })).toContain("Invalid arguments");
  expect(await used({ city: "Austin" })).toContain("Austin: 31.2 °C");
});
