/** Speech over HTTP: transcribed once, passed through as it comes, booked, stopped by a budget, and by whom. */
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import type { Env } from "../../../src/app/env.ts";
import { callApi, request } from "../api.ts";
import { type Somebody, somebody } from "../people/somebody.ts";
import { startAnew } from "../worker.ts";
import { send } from "./recording.ts";

const { DB, BUCKET } = env as unknown as Env;

interface Booked {
  purpose: string;
  model: string;
  agent: string;
  cost_usd: number | null;
}

async function booked({ id }: Somebody): Promise<Booked[]> {
  const query = "SELECT purpose, model, agent, cost_usd FROM costs WHERE owner = ? ORDER BY at, id";
  return (await DB.prepare(query).bind(id).all<Booked>()).results;
}

afterEach(async () => {
  for (const { id } of (await callApi<{ items: { id: string }[] }>("GET", "/budgets")).items)
    await callApi("DELETE", `/budgets/${encodeURIComponent(id)}`);
});

test("a recording is transcribed, booked to its person, and paid once under the same id", async () => {
  const ann = await somebody("member");
  const say = (path: string) => send(ann, `/speech/transcriptions${path}`).then((answer) => answer.json());
  expect(await say("?language=de")).toEqual({ text: "Twelve barrels, please." });
  for (const _ of [1, 2]) expect(await say("?client_id=one")).toEqual({ text: "Twelve barrels, please." });
  expect(await booked(ann)).toEqual([
    { purpose: "transcription", model: "gpt-transcribe", agent: "", cost_usd: null },
    { purpose: "transcription", model: "gpt-transcribe", agent: "", cost_usd: null },
  ]);
  const kept = await BUCKET.list({ prefix: `transcripts/${ann.id}/` });
  expect(kept.objects).toHaveLength(1);
});

test("a text is read aloud in the voice of the agent, by whoever may talk to it", async () => {
  await callApi("POST", "/agents", {
    slug: "crier",
    name: "Crier",
    instructions: "Cry.",
    voice: "openai/ash",
  });
  await callApi("POST", "/agents", { slug: "hermit", name: "Hermit", instructions: "Hush.", audience: [] });
  const ann = await somebody("member");
  const said = await ann.ask("POST", "/speech/recordings", {
    text: "Hear ye.",
    agent: "crier",
    language: "en",
  });
  expect([said.status, said.headers.get("content-type")]).toEqual([200, "audio/mpeg"]);
  expect(await said.text()).toBe("ID3 the beginning and the end");
  expect(await booked(ann)).toEqual([
    { purpose: "speech", model: "gpt-4o-mini-tts", agent: "crier", cost_usd: null },
  ]);
  expect((await ann.ask("POST", "/speech/recordings", { text: "Hear ye.", agent: "hermit" })).status).toBe(
    404,
  );
  const elsewhere = { text: "Hear ye.", conversation_id: "cnv_0000000000000000000" };
  expect((await ann.ask("POST", "/speech/recordings", elsewhere)).status).toBe(404);
  const guest = await somebody("guest");
  expect(await (await guest.ask("GET", "/speech")).json()).toMatchObject({ hears: false, speaks: false });
  expect((await guest.ask("POST", "/speech/recordings", { text: "Hear ye." })).status).toBe(403);
  expect((await send(guest, "/speech/transcriptions")).status).toBe(403);
});

test("in a shared visit everybody is written down and hears the cast in its voices, until they leave", async () => {
  const cast = ["landlord", "piper"];
  for (const slug of cast)
    await callApi("POST", "/agents", { slug, name: slug, instructions: "Be here.", audience: [] });
  await callApi("POST", "/rooms", { slug: "inn", name: "Inn", cast, host: "landlord", is_shared: true });
  const [ann, ben] = await Promise.all([somebody("member"), somebody("member")]);
  const comeIn = async (who: Somebody) =>
    ((await (await who.ask("POST", "/rooms/inn/session/start", {})).json()) as { session_id: string })
      .session_id;
  const conversation_id = await comeIn(ann);
  expect(await comeIn(ben)).toBe(conversation_id);
  const hear = async (who: Somebody, agent: string) =>
    (await who.ask("POST", "/speech/recordings", { text: "Good evening.", agent, conversation_id })).status;
  expect([await hear(ann, "piper"), await hear(ben, "landlord")]).toEqual([200, 200]);
  expect((await send(ben, `/speech/transcriptions?conversation_id=${conversation_id}`)).status).toBe(200);
  // The voices of the cast are the room's, and nobody else's.
  expect([await hear(ben, "hermit"), await hear(await somebody("member"), "piper")]).toEqual([404, 404]);
  await ben.ask("POST", "/rooms/inn/session/end", { session_id: conversation_id });
  expect(await hear(ben, "piper")).toBe(404);
});

test("a realtime model reads a text aloud as it comes, and its tokens are booked", async () => {
  await callApi("PATCH", "/speech/providers", { mouths: ["openai-realtime"] });
  const ann = await somebody("member");
  const said = await ann.ask("POST", "/speech/recordings", { text: "Hear ye, hear ye.", format: "wav" });
  expect([said.status, said.headers.get("content-type")]).toEqual([200, "audio/wav"]);
  expect((await said.arrayBuffer()).byteLength).toBe(44 + 2_400);
  const query =
    "SELECT provider, model, purpose, input_tokens, output_tokens, spoken_characters FROM costs WHERE owner = ?";
  const row = () => DB.prepare(query).bind(ann.id).first();
  await vi.waitFor(async () =>
    expect(await row()).toEqual({
      provider: "openai-realtime",
      model: "gpt-realtime-2.1-mini",
      purpose: "speech",
      input_tokens: 90,
      output_tokens: 21,
      spoken_characters: 17,
    }),
  );
  await callApi("PATCH", "/speech/providers", { mouths: [] });
});

/** A dollar that this person has spent, by an agent or by none. */
async function spent(person: Somebody, agent = ""): Promise<void> {
  await DB.prepare(
    `INSERT INTO costs (id, at, owner, conversation_id, turn_id, agent, provider, model, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, cost_usd)
     VALUES (?, ?, ?, '', '', ?, 'openai', 'told', 0, 0, 0, 0, 1)`,
  )
    .bind(`call_${person.id}`, Date.now(), person.id, agent)
    .run();
}

test("a budget that is used up stops hearing and speaking like models", async () => {
  const ann = await somebody("member");
  await spent(ann);
  await callApi("PUT", "/budgets", { scope: "user", key: ann.id, limit_usd: 0.5 });
  startAnew();
  const spoken = await ann.ask("POST", "/speech/recordings", { text: "Hear ye." });
  expect([spoken.status, await spoken.text()]).toEqual([402, expect.stringContaining("is used up")]);
  expect((await send(ann, "/speech/transcriptions")).status).toBe(402);
  expect(await booked(ann)).toHaveLength(1);
});

test("an agent's own limit holds for what is said in its name", async () => {
  const limits = { spend_per_day_usd: 0.5 };
  await callApi("POST", "/agents", { slug: "miser", name: "Miser", instructions: "Save.", limits });
  const ann = await somebody("member");
  await spent(ann, "miser");
  startAnew();
  const say = (more: object) => ann.ask("POST", "/speech/recordings", { text: "Hear ye.", ...more });
  expect((await say({ agent: "miser" })).status).toBe(402);
  expect((await say({})).status).toBe(200);
});

test("the voices are listed as agents take them, and an admin orders the providers", async () => {
  const ann = await somebody("member");
  const { items } = (await (await ann.ask("GET", "/speech/voices")).json()) as { items: { id: string }[] };
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
  expect(items).toContainEqual({
    id: "openai/alloy",
    name: "Alloy",
    provider: "openai",
    provider_label: "OpenAI",
    languages: [],
  });
  expect((await ann.ask("PATCH", "/speech/providers", { ears: ["openai"] })).status).toBe(403);
  const openAi = { name: "openai", label: "OpenAI" };
  const order = { mouths: ["deepgram", "openai"] };
  const realtime = { name: "openai-realtime", label: "OpenAI Realtime" };
  expect(await callApi("PATCH", "/speech/providers", order)).toEqual({
    ears: [openAi],
    mouths: [openAi, realtime],
    hears_live: true,
  });
  await callApi("PATCH", "/models/documents", { ocr: "openai/told" });
  const kept = await DB.prepare("SELECT settings FROM model_settings WHERE model = '*'").first<string>(
    "settings",
  );
  expect(JSON.parse(kept ?? "{}")).toMatchObject({ ...order, ocr: "openai/told" });
  await callApi("PATCH", "/models/documents", { ocr: null });
  const wrong = await request("PATCH", "/speech/providers", { ears: ["nobody"] });
  expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining("nobody is none of")]);
});
