import { describe, expect, test } from "vitest";
import { type Room, readWithin } from "../../../src/channels/bounded-bytes.ts";
import type { DownloadResult } from "../../../src/channels/channel.ts";
import { type Fetching, SENT_FILES, withSentFiles } from "../../../src/channels/sent-files.ts";
import { AppError } from "../../../src/domain/errors.ts";
import type { RemoteFile, UserMessage } from "../../../src/domain/inbound.ts";

const PHOTO: RemoteFile = { ref: "p", type: "image", name: "cat.png", media_type: "image/png" };
const MB = 1024 * 1024;

function streamOf(...sizes: number[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      const size = sizes.shift();
      if (size === undefined) controller.close();
      else controller.enqueue(new Uint8Array(size));
    },
  });
}

const ready = (...sizes: number[]): DownloadResult => ({ status: "ready", body: streamOf(...sizes) });

function message(attachments: RemoteFile[], text = ""): UserMessage {
  const parts = text === "" ? [] : [{ type: "text" as const, text }];
  return { type: "user_message", key: "k", source: { channel: "telegram", sender: "1" }, parts, attachments };
}

/** The parts of the message, and what was asked of the platform and kept. */
async function taken(sent: UserMessage, change: Partial<Fetching> = {}) {
  const asked: string[] = [];
  const kept: { name: string; media_type: string; size: number }[] = [];
  const fetching: Fetching = {
    download: async () => ready(3),
    keep: async ({ name, media_type, bytes }) => {
      kept.push({ name, media_type, size: bytes.length });
      return { type: "image", file_id: `fil_${kept.length}`, media_type, name };
    },
    signal: new AbortController().signal,
    ...change,
  };
  const { download } = fetching;
  const watched: Partial<Fetching> = download
    ? {
        download: (file, signal) => {
          asked.push(file.ref);
          return download(file, signal);
        },
      }
    : {};
  const { parts, attachments } = await withSentFiles({ ...fetching, ...watched }, sent);
  return { parts, attachments, asked, kept };
}

const missed = async (file: Partial<RemoteFile>, change?: Partial<Fetching>) =>
  (await taken(message([{ ...PHOTO, ...file }]), change)).parts;

describe("files of a message", () => {
  test("are parts behind its words, and nothing is left to fetch", async () => {
    const { parts, attachments } = await taken(message([PHOTO, PHOTO], "Look"));
    expect(parts).toMatchObject([{ type: "text", text: "Look" }, { file_id: "fil_1" }, { file_id: "fil_2" }]);
    expect(attachments).toBeUndefined();
  });

  test("are called as the platform says when it gives them, in one line and without parameters", async () => {
    const got = { ...ready(1), media_type: "Audio/OGG; codecs=opus", name: "a\nb\u202Ec.ogg" };
    const { kept } = await taken(message([PHOTO]), { download: async () => got });
    expect(kept).toEqual([{ name: "a bc.ogg", media_type: "audio/ogg", size: 1 }]);
    const odd = await taken(message([{ ...PHOTO, media_type: "no type" }]));
    expect(odd.kept).toMatchObject([{ media_type: "application/octet-stream" }]);
  });

  test("that were spoken are said to be", async () => {
    const { parts } = await taken(message([{ ...PHOTO, name: "voice.ogg", is_voice: true }], "Listen"));
    expect(parts.at(-1)).toEqual({
      type: "text",
      text: "\n\n[voice.ogg is a voice message. What it says is not written down.]",
    });
  });

  test("that were spoken are written down and marked as that, and what was not understood is said", async () => {
    const voice = message([{ ...PHOTO, name: "voice.ogg", media_type: "audio/ogg", is_voice: true }]);
    const heard = await taken(voice, { hear: async () => ({ ok: true, text: "Buy milk" }) });
    expect(heard.parts).toMatchObject([
      { file_id: "fil_1" },
      { type: "text", text: "[voice message, transcribed]\nBuy milk" },
    ]);
    const unheard = await taken(voice, { hear: async () => ({ ok: false, reason: "it was\nnoise." }) });
    expect(unheard.parts).toMatchObject([
      { file_id: "fil_1" },
      { text: "[voice.ogg is a voice message that could not be understood: it was noise.]" },
    ]);
  });

  test("that are too large are not even asked for, where that is known before", async () => {
    const { parts, asked, kept } = await taken(message([{ ...PHOTO, size: SENT_FILES.bytes + 1 }]));
    expect([asked, kept]).toEqual([[], []]);
    expect(parts).toMatchObject([{ text: expect.stringMatching(/^\[An image, cat\.png, .* up to 20 MB/) }]);
  });

  test("beyond the tenth are said", async () => {
    const { parts, asked } = await taken(message(Array.from({ length: 12 }, () => PHOTO)));
    expect(asked).toHaveLength(10);
    expect(parts.at(-1)).toMatchObject({ text: expect.stringMatching(/first 10 files.*\n.*first 10 files/) });
  });
});

describe("what could not be fetched", () => {
  test("is said with the platform's reason, beside what could", async () => {
    const download: Fetching["download"] = async ({ ref }) =>
      ref === "p" ? ready(1) : { status: "failed", reason: "It is gone." };
    const report: RemoteFile = { ref: "r", type: "file", name: "report.pdf", media_type: "application/pdf" };
    const { parts } = await taken(message([report, PHOTO]), { download });
    expect(parts).toMatchObject([
      { file_id: "fil_1" },
      { text: "[A file, report.pdf, could not be fetched: It is gone.]" },
    ]);
  });

  test("is said of an empty one, of a channel without files, and of a store that refuses or fails", async () => {
    const words = [
      await missed({}, { download: async () => ready() }),
      await missed({}, { download: undefined }),
      await missed({}, { keep: () => Promise.reject(new AppError("budget_exceeded", "No room is left.")) }),
      await missed({}, { keep: () => Promise.reject(new Error("internal words")) }),
    ].map(([part]) => (part?.type === "text" ? part.text.replace(/^.*fetched: /, "") : part));
    expect(words).toEqual([
      "it is empty.]",
      "this channel doesn't provide files.]",
      "No room is left.]",
      "it could not be stored.]",
    ]);
  });

  test("in time ends the wait for a stream that stands still", async () => {
    const patience = new AbortController();
    const body = new ReadableStream<Uint8Array>({ pull: () => patience.abort() });
    const parts = await missed(
      {},
      { download: async () => ({ status: "ready", body }), signal: patience.signal },
    );
    expect(parts).toMatchObject([{ text: expect.stringContaining("it took too long") }]);
  });
});

describe("a stream within bounds", () => {
  const never = new AbortController().signal;
  const read = (sizes: number[], bounds: { most: number; room: Room }) =>
    readWithin(streamOf(...sizes), bounds, never);

  test("is read whole, up to its last byte", async () => {
    expect(await read([2, 3], { most: 5, room: { left: 5 } })).toEqual({
      status: "read",
      bytes: new Uint8Array(5),
    });
  });

  test("is given up once it is larger than was said, and gives its room back", async () => {
    const room = { left: 40 * MB };
    expect(await read([MB, MB, 1], { most: 2 * MB, room })).toEqual({ status: "too_large" });
    expect(room.left).toBe(40 * MB);
  });

  test("is given up where those beside it have taken the room", async () => {
    const room = { left: 4 };
    expect((await read([3], { most: 5, room })).status).toBe("read");
    expect((await read([3], { most: 5, room })).status).toBe("too_large");
  });

  test("that breaks is said to be broken", async () => {
    const broken = new ReadableStream<Uint8Array>({ pull: () => Promise.reject(new Error("cut")) });
    expect(await readWithin(broken, { most: 5, room: { left: 5 } }, never)).toEqual({ status: "broken" });
  });
});
