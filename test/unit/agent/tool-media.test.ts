import { expect, it } from "vitest";
import { buildContext } from "../../../src/agent/context/context.ts";
import type { ModelMessage, UserBlock } from "../../../src/agent/ports/model.ts";
import type { ToolOutcome } from "../../../src/agent/ports/tool.ts";
import { trustId } from "../../../src/domain/ids.ts";
import type { MediaPart, Message } from "../../../src/domain/message.ts";
import { anAgent } from "../tools/support.ts";
import { call, calls, journaled, play, Stage, says, tool } from "./stage.ts";

const PICTURE: MediaPart = { type: "image", file_id: "fil_1", media_type: "image/png", size: 4 };
const BLOCK: UserBlock = { type: "image", media_type: "image/png", data: "AAAA" };

function shows(...media: MediaPart[]): ToolOutcome {
  return { ok: true, content: "Here.", trust: "untrusted", media, is_seen: true };
}

/** A store that has all files; it is asked for each once. */
function shelf(block: UserBlock = BLOCK) {
  const asked: string[][] = [];
  const load = async (parts: readonly MediaPart[]) => {
    asked.push(parts.map(({ file_id }) => file_id));
    return new Map(parts.map(({ file_id }) => [file_id, block]));
  };
  return { asked, load };
}

function drawing(outcome: ToolOutcome) {
  return tool("draw", "once", () => outcome);
}

const twice = [calls(call("a", "draw")), calls(call("b", "other")), says("Seen.")];
const other = tool("other", "read");

function resultsIn(messages: readonly ModelMessage[]) {
  return messages.flatMap((message) => (message.role === "tool" ? message.content : []));
}

it("what a tool shows stands in its result from the next request on, and is read once", async () => {
  const { load, asked } = shelf();
  const { requests } = await play({ model: twice, tools: [drawing(shows(PICTURE)), other], media: load });
  for (const request of requests.slice(1)) {
    expect(resultsIn(request.messages)[0]).toMatchObject({ call_id: "a", media: [BLOCK] });
  }
  expect(asked).toEqual([["fil_1"]]);
});

it("what a tool made for people alone, nobody reads for the model", async () => {
  const { load, asked } = shelf();
  const made: ToolOutcome = { ok: true, content: "Painted.", trust: "trusted", media: [PICTURE] };
  const { requests, outcome } = await play({ model: twice, tools: [drawing(made), other], media: load });
  expect(resultsIn(requests.at(-1)?.messages ?? [])[0]).not.toHaveProperty("media");
  expect(asked).toEqual([]);
  expect(outcome.parts).toContainEqual(PICTURE);
});

it("the journal holds its name and none of its bytes, and a turn that goes on asks the same", async () => {
  const whole = await play({ model: twice, tools: [drawing(shows(PICTURE)), other], media: shelf().load });
  const records = whole.journal.flatMap((entry) => ("record" in entry ? [entry.record] : []));
  expect(JSON.stringify(records)).not.toContain("AAAA");
  const first = records.filter(({ call_id }) => call_id === "a");
  const resumed = await play({
    model: twice.slice(1),
    tools: [drawing(shows()), other],
    steps: [journaled(1, [{ id: "a", name: "draw" }], first)],
    media: shelf().load,
  });
  expect(resumed.requests).toEqual(whole.requests.slice(1));
});

it("the next turn's history begins with the bytes of the turn that saw it", async () => {
  const { requests, outcome } = await play({
    model: twice,
    tools: [drawing(shows(PICTURE)), other],
    media: shelf().load,
  });
  const said = (id: string, role: Message["role"], parts: Message["parts"]): Message => ({
    id: trustId(id),
    parent_id: null,
    role,
    agent: "nightjar",
    parts,
    status: "complete",
    created_at: "2026-11-21T12:00:00Z",
  });
  const { messages } = buildContext({
    agent: anAgent(),
    owner: "usr_owner",
    semi_stable: [],
    messages: [
      said("msg_1", "user", [{ type: "text", text: "Hello" }]),
      said("msg_2", "assistant", outcome.parts),
      said("msg_3", "user", [{ type: "text", text: "And now?" }]),
    ],
    dynamic: "",
    media: () => BLOCK,
  });
  const before = requests.at(-1)?.messages ?? [];
  expect(messages.slice(0, before.length)).toEqual(before);
});

it("a file that is gone, and one that is words, are told in the result", async () => {
  const gone = await play({ model: twice, tools: [drawing(shows(PICTURE)), other] });
  const [first] = resultsIn(gone.requests[1]?.messages ?? []);
  expect(first?.content).toMatch(/\n\n\[an image cannot be shown here\]$/);
  expect(first).not.toHaveProperty("media");
});

it("one turn shows so many bytes, the first ones, and names the others", async () => {
  const { load, asked } = shelf();
  const large = ["fil_1", "fil_2", "fil_3"].map((file_id) => ({ ...PICTURE, file_id, size: 9_000_000 }));
  const { requests } = await play({ model: twice, tools: [drawing(shows(...large)), other], media: load });
  expect(asked).toEqual([["fil_1", "fil_2"]]);
  const [first] = resultsIn(requests[1]?.messages ?? []);
  expect(first?.media).toHaveLength(2);
  expect(first?.content).toContain("[an image cannot be shown here]");
});

it("a store that does not answer holds up no turn", async () => {
  const stage: Stage = new Stage({
    model: twice,
    tools: [drawing(shows(PICTURE)), other],
    media: () => {
      setImmediate(() => stage.deadlines.at(-1)?.expire());
      return new Promise(() => undefined);
    },
  });
  const { outcome, requests } = await stage.play();
  expect(outcome.status).toBe("completed");
  expect(resultsIn(requests[1]?.messages ?? [])[0]?.content).toContain("cannot be shown here");
  expect(stage.deadlines).toEqual([]);
});
