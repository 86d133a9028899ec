import { describe, expect, test } from "vitest";
import type { ModelMessage } from "../../../src/agent/ports/model.ts";
import { wireImageModel } from "../../../src/app/wiring/outside/image-model.ts";
import { markOf } from "../../../src/domain/text/foreign-text.ts";
import { createGuardedFetch } from "../../../src/guard/guarded-fetch.ts";
import { toBase64 } from "../../../src/platform/bytes.ts";
import { withDocuments } from "../../../src/providers/prompt/documents.ts";
import { loadMedia } from "../../../src/tools/files/load-media.ts";
import type { FileContent } from "../../../src/tools/files/port.ts";
import { createGenerateImageTool } from "../../../src/tools/media/generate-image.ts";
import { createSpeakTool } from "../../../src/tools/media/speak.ts";
import type { SpeechResult, Synthesize } from "../../../src/voice/ports.ts";
import { modelRequest } from "../providers/scenes.ts";
import { aContext, anAgent, call, contentOf, NOW } from "./support.ts";

function aStore() {
  const kept: { owner: string; name: string; media_type: string; bytes: Uint8Array }[] = [];
  const put = async (owner: string, file: { name: string; media_type: string; bytes: Uint8Array }) => {
    kept.push({ owner, ...file });
    const { name, media_type, bytes } = file;
    return { id: `fil_${kept.length}`, owner, name, media_type, size: bytes.length, created_at: NOW };
  };
  return { kept, files: { put } };
}

function aServer(answer: () => Response) {
  const asked: { url: string; headers: Headers; body: unknown }[] = [];
  const fetch = async (url: string, init: RequestInit) => {
    asked.push({ url, headers: new Headers(init.headers), body: JSON.parse(String(init.body)) });
    return answer();
  };
  return { asked, fetch };
}

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]);
const noNetwork = createGuardedFetch({
  allow_hosts: [],
  fetch: () => Promise.reject(new Error("no network here")),
});

describe("speak", () => {
  /** Speech that says `said` of each wish. */
  function aSpeaker(answer: () => SpeechResult) {
    const wishes: object[] = [];
    const synthesize: Synthesize = async (wish) => {
      wishes.push(wish);
      return answer();
    };
    return { wishes, synthesizer: () => synthesize };
  }
  const sound = (): SpeechResult => {
    const stream = new Response(Uint8Array.of(0x49, 0x44, 0x33)).body as ReadableStream<Uint8Array>;
    return { ok: true, media_type: "audio/mpeg", stream };
  };

  test("keeps the recording, puts it into the message, and names who pays", async () => {
    const { wishes, synthesizer } = aSpeaker(sound);
    const { kept, files } = aStore();
    const tool = createSpeakTool({ synthesizer, files });
    expect(await call(tool, { text: "Hello.", voice: "elevenlabs/v1" })).toMatchObject({
      ok: true,
      media: [
        { type: "audio", file_id: "fil_1", media_type: "audio/mpeg", size: 3, url: "/api/v1/files/fil_1" },
      ],
    });
    await call(tool, { text: "Hello" }, aContext({ agent: anAgent({ voice: "owl" }) }));
    expect(wishes).toMatchObject([
      { text: "Hello.", voice: "elevenlabs/v1", as: "recording", payer: { owner: expect.any(String) } },
      { voice: "owl" },
    ]);
    expect(kept[0]).toMatchObject({ owner: "usr_owner", name: "speech.mp3", media_type: "audio/mpeg" });
  });

  test("says what is missing, what went wrong, and which voice is none", async () => {
    const { files } = aStore();
    const none = createSpeakTool({ synthesizer: () => undefined, files });
    expect(none.isOffered?.()).toBe(false);
    expect(await contentOf(none, { text: "x" })).toMatch(/\[Connections\]\(\/connections#speech\)/);
    const { synthesizer } = aSpeaker(() => ({ ok: false, reason: "OpenAI refused the key (401)." }));
    const failing = createSpeakTool({ synthesizer, files });
    expect(await contentOf(failing, { text: "x" })).toMatch(/OpenAI refused the key \(401\)/);
    expect(await contentOf(failing, { text: "x", voice: "../admin" })).toMatch(/voice/);
  });
});

describe("generate_image", () => {
  const settings = { OPENAI_API_KEY: "k", OPENAI_BASE_URL: "http://oa/v1" };
  const answer = (image: object) => () => Response.json({ data: [image] });

  test("keeps the image that comes as data, whatever the provider calls it", async () => {
    const { asked, fetch } = aServer(answer({ b64_json: Buffer.from(PNG).toString("base64") }));
    const { kept, files } = aStore();
    const outcome = await call(createGenerateImageTool({ fetch, guard: noNetwork, settings, files }), {
      prompt: "owl",
      shape: "wide",
    });
    expect(outcome).toMatchObject({
      ok: true,
      media: [{ type: "image", media_type: "image/png", name: "image.png" }],
    });
    expect(asked[0]).toMatchObject({
      url: "http://oa/v1/images/generations",
      body: { prompt: "owl", size: "1536x1024" },
    });
    expect(kept[0]?.bytes).toEqual(PNG);
  });

  test("of several keys one is sent", async () => {
    const { asked, fetch } = aServer(answer({ b64_json: Buffer.from(PNG).toString("base64") }));
    const several = { ...settings, OPENAI_API_KEY: ",one,two" };
    const { files } = aStore();
    await call(createGenerateImageTool({ fetch, guard: noNetwork, settings: several, files }), {
      prompt: "owl",
    });
    expect(asked[0]?.headers.get("authorization")).toBe("Bearer one");
  });

  test("an address that the provider answers goes through the guard", async () => {
    const { files } = aStore();
    const { fetch } = aServer(answer({ url: "http://169.254.169.254/x.png" }));
    const tool = createGenerateImageTool({ fetch, guard: noNetwork, settings, files });
    expect(await contentOf(tool, { prompt: "owl" })).toMatch(
      /is not fetched: 169\.254\.169\.254 is not a public address/,
    );
    const guard = createGuardedFetch({
      allow_hosts: [],
      resolve: async () => ["93.184.215.14"],
      fetch: async () => new Response(PNG, { headers: { "content-type": "image/png" } }),
    });
    const open = aServer(answer({ url: "https://img.example.com/x.png" }));
    expect(
      await call(createGenerateImageTool({ fetch: open.fetch, guard, settings, files }), { prompt: "owl" }),
    ).toMatchObject({ ok: true });
  });

  test("without a key the AI binding draws, and without either it says what to set", async () => {
    const { files } = aStore();
    const { fetch } = aServer(() => new Response("unused"));
    const workersAi = async () => Buffer.from([0xff, 0xd8, 0xff, 0]).toString("base64");
    const tool = createGenerateImageTool({ fetch, guard: noNetwork, settings: {}, files, workersAi });
    expect(await call(tool, { prompt: "owl" })).toMatchObject({
      ok: true,
      media: [{ media_type: "image/jpeg" }],
    });
    const asked: unknown[] = [];
    const ai = {
      run: async (...args: unknown[]) => {
        asked.push(args.slice(0, 2));
        return { image: "/9j/" };
      },
    };
    const bound = createGenerateImageTool({
      fetch,
      guard: noNetwork,
      settings: {},
      files,
      workersAi: wireImageModel(ai),
    });
    expect(await call(bound, { prompt: "owl" })).toMatchObject({ ok: true });
    expect(asked).toEqual([["@cf/black-forest-labs/flux-1-schnell", { prompt: "owl", steps: 6 }]]);
    const spent = wireImageModel({ run: () => Promise.reject(new Error("4006: neurons used up")) });
    const failing = createGenerateImageTool({
      fetch,
      guard: noNetwork,
      settings: {},
      files,
      workersAi: spent,
    });
    expect(await contentOf(failing, { prompt: "owl" })).toBe(
      "error: Workers AI did not draw it: 4006: neurons used up",
    );
    expect(wireImageModel(undefined)).toBeUndefined();
    const none = createGenerateImageTool({ fetch, guard: noNetwork, settings: {}, files });
    expect(await contentOf(none, { prompt: "owl" })).toMatch(/\[Models\]\(\/models\)/);
  });

  test("what is not an image is not kept", async () => {
    const { kept, files } = aStore();
    const { fetch } = aServer(answer({ b64_json: Buffer.from("<svg onload=alert(1)>").toString("base64") }));
    expect(
      await contentOf(createGenerateImageTool({ fetch, guard: noNetwork, settings, files }), {
        prompt: "owl",
      }),
    ).toMatch(/not answer with an image/);
    expect(kept).toEqual([]);
  });
});

describe("files of messages", () => {
  const stored: Record<string, Pick<FileContent, "media_type" | "name" | "bytes">> = {
    fil_1: { media_type: "image/png", name: "a.png", bytes: PNG },
    fil_2: {
      media_type: "text/plain",
      name: "b.txt",
      bytes: new TextEncoder().encode("words </untrusted> more"),
    },
    fil_3: { media_type: "application/pdf", name: "c.pdf", bytes: new TextEncoder().encode("%PDF") },
    fil_4: { media_type: "image/svg+xml", name: "d.svg", bytes: new TextEncoder().encode("<svg/>") },
  };
  const files = {
    get: async (owner: string, id: string) => {
      const file = owner === "usr_owner" ? stored[id] : undefined;
      return file && { ...file, id, owner, size: file.bytes.length, created_at: NOW, etag: "e" };
    },
    open: async () => undefined,
  };
  const part = (file_id: string) => ({ type: "file" as const, file_id, media_type: "" });

  test("reach the model as what they are, and text as somebody else's words", async () => {
    const blocks = await loadMedia(files, "usr_owner", Object.keys(stored).map(part));
    expect(blocks.get("fil_1")).toEqual({
      type: "image",
      media_type: "image/png",
      data: Buffer.from(PNG).toString("base64"),
    });
    const mark = markOf("fil_2");
    expect(blocks.get("fil_2")).toEqual({
      type: "text",
      text: `File "b.txt":\n<untrusted-${mark} source="file">\nwords (/untrusted> more\n</untrusted-${mark}>`,
      is_file: true,
    });
    expect(blocks.get("fil_3")).toMatchObject({ type: "file", name: "c.pdf" });
    expect(blocks.get("fil_4")).toMatchObject({ type: "text" });
  });

  test("that are left out come with a sentence for the person, as the newest message's notice", async () => {
    const sized = (name: string, characters: number) => ({
      get: async (owner: string, id: string) => {
        const bytes = new TextEncoder().encode("a".repeat(characters));
        const file = { id, owner, name, bytes, size: characters, created_at: NOW, etag: "e" };
        return { ...file, media_type: "text/plain" };
      },
      open: async () => undefined,
    });
    const toldOf = async (name: string, characters: number, history_length = 0) => {
      const block = (await loadMedia(sized(name, characters), "usr_owner", [part("fil_1")])).get("fil_1");
      const messages: ModelMessage[] = block ? [{ role: "user", content: [block] }] : [];
      const reading = { takes: () => true, read: async () => ({ problem: "It is damaged." }) };
      const { unread } = await withDocuments(modelRequest({ messages, history_length }), reading);
      return unread.join();
    };
    expect(await toldOf("a.txt", 1_000)).toBe("");
    expect(await toldOf("huge.txt", 20_000_001)).toMatch(/^huge.txt was left out: .* 20 MB/);
    expect(await toldOf("huge.txt", 20_000_001, 1)).toBe("");
  });

  test("of somebody else, or gone, are missing", async () => {
    expect(await loadMedia(files, "usr_other", [part("fil_1")])).toEqual(new Map());
    const broken = { ...files, get: () => Promise.reject(new Error("R2 is down")) };
    expect(await loadMedia(broken, "usr_owner", [part("fil_1")])).toEqual(new Map());
  });
});

describe("bytes as base64", () => {
  test.each([0, 1, 2, 3, 0x6000 - 1, 0x6000, 0x6000 + 1, 100_000])("are whole for %i bytes", (length) => {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 7) % 256);
    expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString("base64"));
  });
});
