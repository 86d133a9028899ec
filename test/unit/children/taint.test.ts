import { expect, it } from "vitest";
import { z } from "zod";
import type { ModelRequest } from "../../../src/agent/ports/model.ts";
import { defineTool, trustedResult, untrustedResult } from "../../../src/tools/define-tool.ts";
import { calls, type Move, rounds, says } from "../../support/machine/rig.ts";
import { Family } from "./family.ts";

const schema = z.object({});
const reads = defineTool({
  name: "read_page",
  description: "A page.",
  schema,
  effect: "read",
  reach: "inside",
  run: () => untrustedResult("Somebody else's words."),
});
const sends = defineTool({
  name: "send",
  description: "Sends.",
  schema,
  effect: "idempotent",
  reach: "outside",
  run: () => trustedResult("Sent."),
});

const hands: Move[] = calls(["c1", "spawn_agent", { task: "Look" }]);
const reading: Move[] = calls(["r", "read_page", {}]);
const sending: Move[] = calls(["s", "send", {}]);

/** The steps of a turn, one after the other. */
const steps =
  (...moves: Move[][]) =>
  (request: ModelRequest): Move[] =>
    moves[rounds(request)] ?? says("Done.");

async function run(parent: Move[][], child: Move[][]) {
  const family = new Family({ parent: steps(...parent), child: steps(...child), tools: [reads, sends] });
  await family.parent.reader.connect();
  await family.parent.say("Go");
  await family.timeline.pass(30_000);
  const asked = family.parent.reader.events.filter((event) => event.type === "approval");
  for (const { call_id } of asked) await family.parent.decide(call_id, { decision: "once" });
  await family.timeline.pass(30_000);
  const parts = family.parent.messages()[1]?.parts ?? [];
  const report = parts.find((part) => part.type === "tool_result" && part.name === "spawn_agent");
  return {
    approvals: asked.map(({ tool }) => tool),
    trust: report?.type === "tool_result" ? report.trust : undefined,
  };
}

it("the report of a child that has read nothing from outside is trusted", async () => {
  expect(await run([hands, sending], [[...says("Seen.")]])).toEqual({ approvals: [], trust: "trusted" });
});

it("the report of a child that has read from outside is not, and what is done after it is asked for", async () => {
  expect(await run([hands, sending], [reading])).toEqual({ approvals: ["send"], trust: "untrusted" });
});

it("a child of one that has read from outside is tainted from its first word", async () => {
  expect((await run([reading, hands], [sending])).approvals).toEqual(["send"]);
});
