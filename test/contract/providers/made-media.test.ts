/** Pictures and speech that models make themselves: asked for on each wire, and files of the answer. */
import { afterEach, expect, test } from "vitest";
import type { ModelEvent } from "../../../src/agent/ports/model.ts";
import { createMemoryAccountStore } from "../../../src/providers/accounts.ts";
import type { Capabilities } from "../../../src/providers/catalog/schema.ts";
import { body, stream } from "../../support/model-wire/reply.ts";
import { responsesFrame } from "../../support/model-wire/responses-frames.ts";
import { modelRequest } from "../../unit/providers/scenes.ts";
import { openWire, type Wire, type WireName } from "./wires.ts";

const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

let wire: Wire | undefined;
afterEach(() => wire?.close());

/** A wire whose model is set to have these outputs. */
async function making(name: WireName, model: string, capabilities: Capabilities): Promise<Wire> {
  const memory = createMemoryAccountStore();
  const settings = new Map([[model, { capabilities }]]);
  wire = await openWire(name, {
    accounts: { ...memory, snapshot: () => ({ ...memory.snapshot(), settings }) },
  });
  return wire;
}

async function answerOf({ models }: Wire, model: string): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of models.stream(modelRequest({ model }), new AbortController().signal))
    events.push(event);
  return events;
}

const chunk = (delta: object, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
const DONE = "data: [DONE]\n\n";
const filesOf = (events: readonly ModelEvent[]) =>
  events.flatMap((event) => (event.type === "file" ? [event] : []));
const wordsOf = (events: readonly ModelEvent[]) =>
  events.map((event) => (event.type === "text" ? event.delta : "")).join("");

test("a picture of chat completions is asked for and comes as a file, streamed and whole", async () => {
  const model = "openai/gpt-image-chat";
  const { next, requests } = await making("openai", model, { image_output: true });
  const images = [{ type: "image_url", image_url: { url: `data:image/png;base64,${PNG}` } }];
  next(
    stream([chunk({ role: "assistant", content: "Here." }), chunk({ images }), chunk({}, "stop"), DONE]),
    body(
      200,
      JSON.stringify({ choices: [{ message: { content: "Whole.", images }, finish_reason: "stop" }] }),
    ),
  );
  for (const words of ["Here.", "Whole."]) {
    const events = await answerOf(wire as Wire, model);
    expect([wordsOf(events), filesOf(events)]).toEqual([
      words,
      [{ type: "file", media_type: "image/png", data: PNG }],
    ]);
    expect(events.at(-1)).toMatchObject({ type: "finish", reason: "stop" });
  }
  expect(requests[0]?.body.modalities).toEqual(["image", "text"]);
});

test("speech of chat completions is asked for, its words are the answer's, and its sound is one WAV file", async () => {
  const model = "openai/gpt-audio";
  const { next, requests } = await making("openai", model, { audio_output: true });
  const sound = (...bytes: number[]) => btoa(String.fromCharCode(...bytes));
  next(
    stream([
      chunk({ role: "assistant", audio: { id: "a", transcript: "Good " } }),
      chunk({ audio: { data: sound(1, 2, 3, 4) } }),
      chunk({ audio: { transcript: "night.", data: sound(5, 6) } }),
      chunk({ audio: { expires_at: 1 } }, "stop"),
      DONE,
    ]),
  );
  const events = await answerOf(wire as Wire, model);
  expect(wordsOf(events)).toBe("Good night.");
  const [file] = filesOf(events);
  const bytes = Buffer.from(file?.data ?? "", "base64");
  expect(file?.media_type).toBe("audio/wav");
  expect([bytes.toString("latin1", 0, 4), bytes.readUInt32LE(24), bytes.readUInt32LE(40)]).toEqual([
    "RIFF",
    24_000,
    6,
  ]);
  expect([...bytes.subarray(44)]).toEqual([1, 2, 3, 4, 5, 6]);
  expect(requests[0]?.body).toMatchObject({ modalities: ["text", "audio"], audio: { format: "pcm16" } });
});

test("speech without words is an answer too", async () => {
  const model = "openai/gpt-audio";
  const { next } = await making("openai", model, { audio_output: true });
  next(stream([chunk({ audio: { data: btoa("RIFFwhole") } }), chunk({}, "stop"), DONE]));
  const events = await answerOf(wire as Wire, model);
  expect(filesOf(events)).toEqual([{ type: "file", media_type: "audio/wav", data: btoa("RIFFwhole") }]);
  expect(events.at(-1)).toMatchObject({ type: "finish" });
});

test("a picture of Gemini's stands inline in the parts", async () => {
  const model = "openai/gemini-image";
  const { next } = await making("openai", model, { image_output: true });
  const parts = [{ text: "Here." }, { inlineData: { mimeType: "image/png", data: PNG } }];
  next(stream([chunk({ content: "Here.", parts }), chunk({}, "stop"), DONE]));
  expect(filesOf(await answerOf(wire as Wire, model))).toMatchObject([
    { media_type: "image/png", data: PNG },
  ]);
});

test("the Responses API makes a picture by its own tool", async () => {
  const model = "openai/gpt-6.1-terra";
  const { next, requests } = await making("responses", model, { image_output: true });
  const item = {
    id: "ig_1",
    type: "image_generation_call",
    status: "completed",
    result: PNG,
    output_format: "png",
  };
  next(
    stream([
      responsesFrame({ type: "response.created", response: { id: "resp_1", status: "in_progress" } }),
      responsesFrame({ type: "response.output_item.done", output_index: 0, item }),
      responsesFrame({
        type: "response.completed",
        response: { id: "resp_1", status: "completed", usage: null },
      }),
    ]),
  );
  expect(filesOf(await answerOf(wire as Wire, model))).toMatchObject([
    { media_type: "image/png", data: PNG },
  ]);
  expect(requests[0]?.body.tools).toContainEqual({ type: "image_generation" });
});

test("nothing of the kind is asked of a model that answers in words", async () => {
  const opened = await openWire("openai");
  wire = opened;
  opened.next({ text: ["Words."] });
  await answerOf(opened, "openai/gpt-6.1-terra");
  expect(opened.requests[0]?.body).not.toHaveProperty("modalities");
});
