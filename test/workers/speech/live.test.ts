/** Transcription while somebody speaks: by whom, kept and paid once, and stopped by a budget. */
import { env, exports } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import type { Env } from "../../../src/app/env.ts";
import { wavHeader } from "../../../src/domain/sound/wav.ts";
import { callApi } from "../api.ts";
import { type Somebody, somebody } from "../people/somebody.ts";
import { startAnew } from "../worker.ts";

const { DB, BUCKET } = env as unknown as Env;
const worker = () => (exports as unknown as { default: Fetcher }).default;

/** Half a second of silence. */
const SAMPLES = new Uint8Array(16_000);

function open({ cookie }: Somebody, query = "", headers: Record<string, string> = {}): Promise<Response> {
  return worker().fetch(`http://nightjar.test/api/v1/speech/live${query}`, {
    headers: { cookie, upgrade: "websocket", origin: "http://nightjar.test", ...headers },
  });
}

interface Frame {
  type: string;
  text?: string;
  reason?: string;
  recording_id?: string;
}

/** A socket that has been opened, with the frames that have come over it. */
function listening(response: Response) {
  const { webSocket: socket } = response;
  if (!socket) throw new Error(`no socket: ${response.status}`);
  const frames: Frame[] = [];
  let isClosed = false;
  socket.addEventListener("message", ({ data }) => void frames.push(JSON.parse(String(data))));
  socket.addEventListener("close", () => {
    isClosed = true;
  });
  socket.accept();
  return { socket, frames, closed: () => vi.waitFor(() => expect(isClosed).toBe(true), { timeout: 5_000 }) };
}

async function booked({ id }: Somebody): Promise<object[]> {
  const query = "SELECT purpose, model, provider, heard_seconds FROM costs WHERE owner = ? ORDER BY at, id";
  return (await DB.prepare(query).bind(id).all<object>()).results;
}

const LIVE = {
  purpose: "transcription",
  model: "gpt-live-transcribe",
  provider: "openai",
  heard_seconds: 0.5,
};

test("words come while somebody speaks, and the same recording sent afterwards has the text that is paid", async () => {
  const ann = await somebody("member");
  const { socket, frames, closed } = listening(await open(ann, "?language=de"));
  socket.send(SAMPLES);
  await vi.waitFor(() => expect(frames.at(-1)).toEqual({ type: "words", text: "Twelve barrels, please." }));
  socket.send(JSON.stringify({ type: "end", client_id: "one" }));
  await closed();
  expect(frames.at(-1)).toEqual({ type: "transcript", text: "Twelve barrels, please." });
  const again = await worker().fetch("http://nightjar.test/api/v1/speech/transcriptions?client_id=one", {
    method: "POST",
    headers: { cookie: ann.cookie, "content-type": "audio/wav", origin: "http://nightjar.test" },
    body: new Blob([wavHeader(SAMPLES.length, 16_000), SAMPLES]),
  });
  expect(await again.json()).toEqual({ text: "Twelve barrels, please." });
  expect(await booked(ann)).toEqual([LIVE]);
  const costs = await (await ann.ask("GET", "/cost")).json();
  expect(costs).toMatchObject({ heard_seconds: 0.5, spoken_characters: 0, items: [{ heard_seconds: 0.5 }] });
});

test("whoever hangs up in the middle has paid for what was heard", async () => {
  const ann = await somebody("member");
  const { socket, frames } = listening(await open(ann));
  socket.send(SAMPLES);
  await vi.waitFor(() => expect(frames).not.toEqual([]));
  socket.close(1000);
  await vi.waitFor(async () => expect(await booked(ann)).toEqual([LIVE]), { timeout: 5_000 });
});

test("frames that are no sound, or too much of it, end it with the reason", async () => {
  const ann = await somebody("member");
  for (const frame of ["{}", new Uint8Array(3), new Uint8Array(64_002)]) {
    const { socket, frames, closed } = listening(await open(ann));
    socket.send(frame);
    await closed();
    expect(frames.at(-1)).toMatchObject({ type: "failed", reason: expect.stringContaining("16 kHz") });
  }
});

test("a guest, a foreign page, somebody else's conversation and plain HTTP are refused", async () => {
  const [ann, guest] = [await somebody("member"), await somebody("guest")];
  const status = async (answer: Promise<Response>) => {
    const { status: given, webSocket } = await answer;
    webSocket?.accept();
    webSocket?.close();
    return given;
  };
  expect(await status(open(guest))).toBe(403);
  expect(await status(open(ann, "", { origin: "https://elsewhere.test" }))).toBe(403);
  expect(await status(open(ann, "?conversation_id=cnv_0000000000000000000"))).toBe(404);
  expect(await status(open(ann, "", { upgrade: "" }))).toBe(400);
});

test("a budget that is used up stops it before it begins", async () => {
  const ann = await somebody("member");
  await DB.prepare(
    `INSERT INTO costs (id, at, owner, conversation_id, turn_id, agent, provider, model, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, cost_usd)
     VALUES (?, ?, ?, '', '', '', 'openai', 'told', 0, 0, 0, 0, 1)`,
  )
    .bind(`call_${ann.id}`, Date.now(), ann.id)
    .run();
  const budget = await callApi<{ id: string }>("PUT", "/budgets", {
    scope: "user",
    key: ann.id,
    limit_usd: 0.5,
  });
  startAnew();
  expect((await open(ann)).status).toBe(402);
  await callApi("DELETE", `/budgets/${encodeURIComponent(budget.id)}`);
});

test("an admin has whole recordings transcribed alone, and nothing goes out live then", async () => {
  const ann = await somebody("member");
  expect(await callApi("PATCH", "/speech/providers", { hears_live: false })).toMatchObject({
    hears_live: false,
  });
  expect((await open(ann)).status).toBe(409);
  expect(await (await ann.ask("GET", "/speech")).json()).toMatchObject({ hears: true, hears_live: false });
  await callApi("PATCH", "/speech/providers", { hears_live: true });
});

test("the app is told whether it may send what is said as it is said", async () => {
  const ann = await somebody("member");
  expect(await (await ann.ask("GET", "/speech")).json()).toEqual({
    hears: true,
    hears_live: true,
    speaks: true,
  });
});

test("what was heard live is kept as sound where its person has chosen it", async () => {
  const ann = await somebody("member");
  await ann.ask("PATCH", "/preferences", { keep_recordings: true });
  const { socket, frames, closed } = listening(await open(ann));
  socket.send(SAMPLES);
  socket.send(JSON.stringify({ type: "end", client_id: "one", keep: true }));
  await closed();
  const { recording_id } = frames.at(-1) ?? {};
  const kept = await BUCKET.list({ prefix: `recordings/${ann.id}/` });
  expect(kept.objects.map(({ key, size }) => [key, size])).toEqual([
    [`recordings/${ann.id}/${recording_id}`, SAMPLES.length + 44],
  ]);
});
