/** A turn that somebody asks for within a trace of theirs, as the collector of the settings receives it. */
import { exports } from "cloudflare:workers";
import { expect, inject, test } from "vitest";
import { call } from "../../support/model-wire/answer.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { spansIn } from "../../support/otel/collector.ts";
import { soon } from "../../support/soon.ts";
import "../../support/workers/provided.ts";

test("a turn goes on with the trace of the request that asked for it", async () => {
  const trace = crypto.randomUUID().replaceAll("-", "");
  const caller = "b7ad6b7169203331";
  const headers = {
    authorization: "Bearer test-admin-token-0123456789",
    "content-type": "application/json",
    traceparent: `00-${trace}-${caller}-01`,
  };
  const think = call("call_think", "think", { thought: "Two." });
  const message = tell({ calls: [think] }, { text: ["Two."] });
  const asked = await (exports as unknown as { default: Fetcher }).default.fetch(
    "http://nightjar.test/api/v1/chat",
    { method: "POST", headers, body: JSON.stringify({ message, model: "openai/told" }) },
  );
  const { turn_id } = (await asked.json()) as { turn_id: string };
  const spans = await soon(async () => {
    const told = await (await fetch(`${inject("toldModelUrl")}/told`)).json();
    const found = spansIn(told as unknown[]).filter(({ traceId }) => traceId === trace);
    expect(found).toHaveLength(4);
    return found;
  });
  expect(spans.map(({ name }) => name)).toEqual([
    "invoke_agent nightjar",
    "chat told",
    "execute_tool think",
    "chat told",
  ]);
  expect(spans[0]).toMatchObject({ parentSpanId: caller, plain: { "nightjar.turn.id": turn_id } });
});

test("an answer has the request's own id, or a new one where it brought none that fits", async () => {
  const idFor = async (headers: Record<string, string>) => {
    const { default: worker } = exports as unknown as { default: Fetcher };
    return (await worker.fetch("http://nightjar.test/api/v1/health", { headers })).headers.get(
      "x-request-id",
    );
  };
  expect(await idFor({ "x-request-id": "mine-1" })).toBe("mine-1");
  for (const headers of [{}, { "x-request-id": "a b" }, { "x-request-id": "x".repeat(101) }] as Record<
    string,
    string
  >[])
    expect(await idFor(headers)).toMatch(/^[0-9a-f-]{36}$/);
});
