import { expect, it } from "vitest";
import {
  LiveHearing,
  type LiveSocketListener,
} from "../../../../web/chat/voice/call/ear/live/live-hearing.ts";
import { type KeptUtterance, Utterances } from "../../../../web/chat/voice/call/utterances.ts";
import { FakeClock } from "../fakes.ts";

const FREE = { cut: null, worded: () => null };
const frame = (value: number) => new Int16Array(160).fill(value);

/** A hearing, and the server at the other end of its socket. */
function heard() {
  const clock = new FakeClock();
  const sent: (string | ArrayBuffer)[] = [];
  const words: string[] = [];
  let server = {} as LiveSocketListener;
  let isClosed = false;
  const close = () => {
    isClosed = true;
  };
  const hearing = new LiveHearing({
    dial: (listener) => {
      server = listener;
      return { send: (data) => void sent.push(data), close };
    },
    words: (text) => void words.push(text),
    after: clock.after,
  });
  const says = (answer: object) => server.received(JSON.stringify(answer));
  return { clock, hearing, sent, words, server, says, isClosed: () => isClosed };
}

it("sends what was said before the connection was there, then a tenth of a second at a time, and the end", async () => {
  const { hearing, sent, words, server, says } = heard();
  hearing.add(...Array.from({ length: 30 }, () => frame(1)));
  expect(sent).toEqual([]);
  server.opened();
  for (let at = 0; at < 12; at += 1) hearing.add(frame(2));
  says({ type: "words", text: "Twelve" });
  const text = hearing.finish("client-1");
  expect(sent.map((data) => (typeof data === "string" ? JSON.parse(data) : data.byteLength / 320))).toEqual([
    30,
    10,
    2,
    { type: "end", client_id: "client-1", keep: true },
  ]);
  says({ type: "transcript", text: "Twelve barrels.", recording_id: "one" });
  expect(await text).toEqual({ text: "Twelve barrels.", recording_id: "one" });
  expect(words).toEqual(["Twelve"]);
});

it("is over before its connection is there: all goes once it is", async () => {
  const { hearing, sent, server, says } = heard();
  hearing.add(frame(1));
  const text = hearing.finish("client-1");
  server.opened();
  expect(sent).toHaveLength(2);
  says({ type: "transcript", text: "Yes." });
  expect(await text).toEqual({ text: "Yes." });
});

it("gives up when the connection breaks, the server fails or nothing comes: the recording is sent instead", async () => {
  const broken = heard();
  broken.server.closed();
  expect(await broken.hearing.finish("a")).toBeNull();
  const failed = heard();
  failed.server.opened();
  failed.says({ type: "failed", reason: "OpenAI could not transcribe this." });
  expect(await failed.hearing.finish("b")).toBeNull();
  const slow = heard();
  slow.server.opened();
  const text = slow.hearing.finish("c");
  slow.clock.pass(8_000);
  expect([await text, slow.isClosed()]).toEqual([null, true]);
});

/** `live`: the text that was heard while it was spoken. */
async function sent(live: string | null) {
  const kept: KeptUtterance[] = [];
  const asked: string[] = [];
  const utterances = new Utterances({
    store: {
      put: async (utterance) => void kept.push(structuredClone(utterance)),
      remove: async () => undefined,
      list: async () => [],
    },
    conversation: () => "cnv_1",
    transcribe: async (_recording, client_id) => {
      asked.push(client_id);
      return { ok: true, text: "by the recording" };
    },
    awaits: () => undefined,
    say: async () => undefined,
    newClientId: () => "client-1",
    now: () => 0,
    after: new FakeClock().after,
  });
  const finished: string[] = [];
  const hearing = {
    finish: async (client_id: string) => {
      finished.push(client_id);
      return live === null ? null : { text: live };
    },
    drop: () => undefined,
  };
  const outcome = await utterances.send({ recording: new Blob(["1"]), live: hearing }, FREE);
  return { outcome, asked, finished, kept };
}

it("what was heard live is not transcribed again; what was not is, under the same id", async () => {
  const { outcome, asked, kept } = await sent("Twelve barrels.");
  expect([outcome, asked]).toEqual([{ status: "sent", text: "Twelve barrels." }, []]);
  expect(kept[0]?.said).toHaveProperty("recording");
  const lost = await sent(null);
  expect([lost.outcome, lost.asked, lost.finished]).toEqual([
    { status: "sent", text: "by the recording" },
    ["client-1"],
    ["client-1"],
  ]);
  expect((await sent("")).outcome).toEqual({ status: "nothing" });
});
