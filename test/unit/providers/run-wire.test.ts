import { describe, expect, test } from "vitest";
import { Load } from "../../../src/platform/load.ts";
import { AnthropicDecoder } from "../../../src/providers/anthropic/decode.ts";
import { failureContextOf, failuresFor } from "../../../src/providers/failures.ts";
import { ChatDecoder } from "../../../src/providers/openai/decode.ts";
import type { ProviderEvent } from "../../../src/providers/provider.ts";
import { runWire } from "../../../src/providers/wire/run-wire.ts";
import { anthropicFrames } from "../../support/model-wire/anthropic-frames.ts";
import { openAiDelta, openAiFrames } from "../../support/model-wire/openai-frames.ts";
import { testClock } from "../../support/test-clock.ts";
import { providerCall } from "./scenes.ts";

/** A call whose bytes come when the test says so. */
function stage(wire: "chat" | "anthropic" = "chat", load = new Load()) {
  const clock = testClock(0);
  const call = providerCall({ limits: { first_byte_ms: 1_000, stall_ms: 500 } });
  const context = failureContextOf(call, clock);
  const body = networkBody();
  const opened = Promise.withResolvers<Response>();
  const controller = new AbortController();
  const events: ProviderEvent[] = [];
  const done = (async () => {
    const decoder =
      wire === "chat" ? new ChatDecoder(context, () => "made") : new AnthropicDecoder(context, () => "made");
    const running = runWire({
      open: () => opened.promise,
      decoder,
      failures: failuresFor(context),
      limits: call.limits,
      clock,
      load,
      signal: controller.signal,
    });
    for await (const event of running) events.push(event);
  })();
  return {
    clock,
    controller,
    events,
    done,
    cancelled: body.cancelled,
    respond: () =>
      opened.resolve(new Response(body.readable, { headers: { "content-type": "text/event-stream" } })),
    async send(text: string) {
      body.send(text);
      await clock.advance(0);
    },
    end: () => body.end(),
  };
}

type Staged = Pick<ReturnType<typeof stage>, "clock" | "send">;

/** A stream of bytes, as the runtime gives a body of the network. */
function networkBody() {
  const { promise: cancelled, resolve } = Promise.withResolvers<boolean>();
  const made: ReadableByteStreamController[] = [];
  const readable = new ReadableStream({
    type: "bytes",
    start: (controller) => void made.push(controller),
    cancel: () => resolve(true),
  });
  const [stream] = made;
  return {
    readable,
    cancelled,
    send: (text: string) => stream?.enqueue(new TextEncoder().encode(text)),
    end() {
      stream?.close();
      stream?.byobRequest?.respond(0);
      resolve(false);
    },
  };
}

const kind = (events: ProviderEvent[]) =>
  events.map((event) => (event.type === "failed" ? event.failure.kind : event.type));

describe("silence", () => {
  test("before the headers ends the call", async () => {
    const { clock, events, done } = stage();
    await clock.advance(999);
    expect(events).toEqual([]);
    await clock.advance(1);
    await done;
    expect(kind(events)).toEqual(["timeout"]);
  });

  test("after the headers counts towards the same limit", async () => {
    const { clock, events, done, respond, cancelled } = stage();
    await clock.advance(900);
    respond();
    await clock.advance(100);
    await done;
    expect(kind(events)).toEqual(["timeout"]);
    expect(await cancelled).toBe(true);
  });

  test("in the middle is counted from the last byte", async () => {
    const { clock, events, done, respond, send } = stage();
    respond();
    for (const word of ["one ", "two ", "three "]) {
      await clock.advance(499);
      await send(openAiDelta({ content: word }));
    }
    expect(events).toHaveLength(3);
    await clock.advance(500);
    await done;
    expect(kind(events)).toEqual(["text", "text", "text", "timeout"]);
  });

  test("is none while comments come", async () => {
    const { clock, events, done, respond, send, end } = stage();
    respond();
    for (let second = 0; second < 60; second++) {
      await clock.advance(499);
      await send(": still thinking\n\n");
    }
    await send(openAiFrames({ text: ["Done."] }).join(""));
    await end();
    await done;
    expect(kind(events)).toEqual(["text", "finish"]);
  });

  test("after the end of the answer makes no difference", async () => {
    const { clock, events, done, respond, send } = stage();
    respond();
    await send(openAiDelta({ content: "Hi" }) + openAiDelta({}, "stop"));
    await clock.runOut();
    await done;
    expect(kind(events)).toEqual(["text", "finish"]);
  });
});

describe("an answer that is over", () => {
  test("is told at once, though the connection stays open", async () => {
    const { events, done, respond, send } = stage("anthropic");
    respond();
    await send(anthropicFrames({ text: ["Hi"] }).join(""));
    await done;
    expect(kind(events)).toEqual(["text", "finish"]);
  });

  test("is read to its end for a moment, so that the connection can serve again, and no longer", async () => {
    const { clock, done, respond, send, cancelled } = stage();
    respond();
    await send(openAiFrames({ text: ["Hi"] }).join(""));
    await done;
    expect(clock.pending).toBe(1);
    await clock.runOut();
    expect(await cancelled).toBe(true);
  });
});

describe("a person who stops it", () => {
  test("before the headers does not wait for them", async () => {
    const { events, done, controller } = stage();
    controller.abort();
    await done;
    expect(kind(events)).toEqual(["aborted"]);
  });

  test("in the middle keeps what was said, and lets go of the connection", async () => {
    const { clock, events, done, respond, send, controller, cancelled } = stage();
    respond();
    await send(openAiDelta({ content: "Half" }));
    controller.abort();
    await done;
    expect(kind(events)).toEqual(["text", "aborted"]);
    expect(await cancelled).toBe(true);
    expect(clock.pending).toBe(0);
  });
});

describe("on a thread that is behind", () => {
  const busy = (others: number) => {
    const load = new Load();
    for (let now = 0; now < 200; now += 10) load.recordDelay(50, now);
    for (let other = 0; other < others; other++) load.openStream();
    return load;
  };
  const full = () => busy(40);

  const spoken = async ({ clock, send }: Pick<Staged, "clock" | "send">, words: string) => {
    for (const word of words) {
      await send(openAiDelta({ content: word }));
      await clock.advance(30);
    }
  };

  test("the first words come at once, and later ones by the frame, as the pace of the answer tells", async () => {
    const { clock, events, respond, send, controller, done } = stage("chat", full());
    respond();
    await spoken({ clock, send }, "abcdefghijklmnopqrstuvwxyz");
    expect(texts(events).join(" ")).toBe("a b cde fgh ijk lmn opq rst uvw xyz");
    controller.abort();
    await done;
  });

  test("a burst is read a few words at a time: no more than these wait while the answer pauses", async () => {
    const { events, respond, send, controller, done } = stage("chat", full());
    respond();
    for (let word = 0; word < 30; word++) await send(openAiDelta({ content: `w${word} ` }));
    const said = texts(events);
    expect(said.length).toBeLessThan(12);
    expect(said.join("")).toMatch(/^w0 w1 .*w2[4-9] $/);
    controller.abort();
    await done;
  });

  test("which other programs keep busy, each word comes as it is said", async () => {
    const { clock, events, respond, send, controller, done } = stage("chat", busy(38));
    respond();
    await spoken({ clock, send }, "abcdefghijklmnopqrstuvwxyz");
    expect(texts(events).join(" ")).toBe("a b c d e f g h i j k l m n o p q r s t u v w x y z");
    controller.abort();
    await done;
  });

  test("an answer that has paused comes as it is said, until its pace is known again", async () => {
    const { clock, events, respond, send, controller, done } = stage("chat", full());
    respond();
    await spoken({ clock, send }, "abc");
    await clock.advance(400);
    await spoken({ clock, send }, "defgh");
    expect(texts(events).join(" ")).toBe("a b cde f g h");
    controller.abort();
    await done;
  });

  test("the end gives what has come", async () => {
    const { clock, events, respond, send, end, done } = stage("chat", full());
    respond();
    await spoken({ clock, send }, "abcdefghijklmnopqrstu");
    await send(openAiDelta({}, "stop"));
    end();
    await done;
    expect(texts(events).join("")).toBe("abcdefghijklmnopqrstu");
    expect(kind(events).at(-1)).toBe("finish");
  });

  test("a stop does not wait for the frame", async () => {
    const { clock, respond, send, controller, done } = stage("chat", full());
    respond();
    await spoken({ clock, send }, "abcdefghijklmnopqrst");
    controller.abort();
    await done;
    expect(clock.pending).toBe(0);
  });

  test("a stream that has ended is no load any more", async () => {
    const load = busy(39);
    const { respond, send, controller, done } = stage("chat", load);
    respond();
    await send(openAiDelta({ content: "one " }));
    expect(load.isFullOfStreams).toBe(true);
    controller.abort();
    await done;
    expect(load.isFullOfStreams).toBe(false);
  });
});

function texts(events: ProviderEvent[]): string[] {
  return events.flatMap((event) => (event.type === "text" ? [event.delta] : []));
}

test("a reader that goes away lets go of the connection", async () => {
  const clock = testClock(0);
  const call = providerCall();
  const context = failureContextOf(call, clock);
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (stream) => stream.enqueue(new TextEncoder().encode(openAiDelta({ content: "more " }))),
    cancel: () => {
      isCancelled = true;
    },
  });
  const running = runWire({
    open: () => Promise.resolve(new Response(body, { headers: { "content-type": "text/event-stream" } })),
    decoder: new ChatDecoder(context, () => "made"),
    failures: failuresFor(context),
    limits: call.limits,
    clock,
    load: new Load(),
    signal: new AbortController().signal,
  });
  for await (const event of running) if (event.type === "text") break;
  expect(isCancelled).toBe(true);
  expect(clock.pending).toBe(0);
});

test("what a provider keeps for an hour is told with the answer: it costs more", async () => {
  const { events, done, respond, send, end } = stage("anthropic");
  respond();
  const usage = { cache_creation_input_tokens: 30, cache_creation: { ephemeral_1h_input_tokens: 20 } };
  await send(
    `event: message_start\ndata: ${JSON.stringify({ type: "message_start", message: { usage } })}\n\n`,
  );
  await send(
    anthropicFrames({ text: ["Hi."] })
      .slice(1)
      .join(""),
  );
  await end();
  await done;
  expect(events.at(-1)).toMatchObject({ usage: { cache_write_tokens: 30 }, written_for_an_hour: 20 });
});
