/** Recordings of calls: kept by choice, for a day, heard by whoever may read, and gone with their message. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Env } from "../../../src/app/env.ts";
import { expireSpoken } from "../../../src/storage/r2/expire.ts";
import { R2Recordings } from "../../../src/storage/r2/recordings.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { request } from "../api.ts";
import { type Somebody, somebody } from "../people/somebody.ts";
import { play, send, wav } from "./recording.ts";

const DAY = 24 * 60 * 60 * 1_000;
const { BUCKET } = env as unknown as Env;

async function json<T>(answer: Response | Promise<Response>): Promise<T> {
  return (await answer).json() as Promise<T>;
}

async function speaker(): Promise<Somebody> {
  const person = await somebody("member");
  await person.ask("PATCH", "/preferences", { keep_recordings: true });
  return person;
}

async function recorded(person: Somebody): Promise<string | undefined> {
  const path = "/speech/transcriptions?keep=true&client_id=one";
  const { recording_id } = await json<{ recording_id?: string }>(send(person, path));
  // It is stored after the answer.
  if (recording_id !== undefined)
    await expect.poll(() => kept(person)).toContain(`recordings/${person.id}/${recording_id}`);
  return recording_id;
}

/** A conversation in which the person has said something aloud. */
async function spoken(person: Somebody) {
  const recording = (await recorded(person)) ?? "";
  const begun = { message: tell({ text: ["Twelve."] }), model: "openai/told" };
  const { conversation_id } = await json<{ conversation_id: string }>(person.ask("POST", "/chat", begun));
  const path = `/conversations/${conversation_id}/messages`;
  const said = { text: tell({ text: ["Yes."] }), model: "openai/told", live: true, recording };
  const { message_id } = await json<{ message_id: string }>(person.ask("POST", path, said));
  return { conversation_id, message_id, path: `${path}/${message_id}/recording`, recording };
}

const kept = async ({ id }: Somebody) =>
  (await BUCKET.list({ prefix: `recordings/${id}/` })).objects.map(({ key }) => key);

test("nothing is kept of a recording unless its person has chosen it, and the sender asks for it", async () => {
  const ann = await somebody("member");
  expect(await recorded(ann)).toBeUndefined();
  await ann.ask("PATCH", "/preferences", { keep_recordings: true });
  expect(await json(send(ann, "/speech/transcriptions"))).toEqual({ text: "Twelve barrels, please." });
  expect(await kept(ann)).toEqual([]);
});

test("of a temporary chat neither sound nor text is kept, whatever is asked for", async () => {
  const ann = await speaker();
  const asked = ann.ask("POST", "/conversations", { temporary: true, model: "openai/told" });
  const { id } = await json<{ id: string }>(asked);
  const path = `/speech/transcriptions?keep=true&client_id=one&conversation_id=${id}`;
  expect(await json(send(ann, path))).toEqual({ text: "Twelve barrels, please." });
  const transcripts = await BUCKET.list({ prefix: `transcripts/${ann.id}/` });
  expect([await kept(ann), transcripts.objects]).toEqual([[], []]);
});

test("a recording goes with its message, and is played whole or in part", async () => {
  const ann = await speaker();
  const { path, conversation_id, recording } = await spoken(ann);
  const whole = await ann.ask("GET", path);
  expect([whole.status, whole.headers.get("content-type")]).toEqual([200, "audio/wav"]);
  expect(new Uint8Array(await whole.arrayBuffer())).toEqual(wav());
  const listed = await json<{ items: { parts: { recording?: unknown }[] }[] }>(
    ann.ask("GET", `/conversations/${conversation_id}/messages`),
  );
  const parts = listed.items.flatMap((message) => message.parts);
  expect(parts.flatMap((part) => part.recording ?? [])).toEqual([
    { id: recording, kept_until: expect.any(String) },
  ]);
});

test.each([
  ["bytes=0-3", 206, "bytes 0-3/32044", 4],
  ["bytes=32040-", 206, "bytes 32040-32043/32044", 4],
  ["bytes=-10", 206, "bytes 32034-32043/32044", 10],
  ["bytes=32044-", 200, null, 32_044],
  ["bytes=0-1,4-5", 200, null, 32_044],
  ["lines=1", 200, null, 32_044],
])("a range of %s is answered", async (range, status, shown, bytes) => {
  const ann = await speaker();
  const { path } = await spoken(ann);
  const part = await play(ann, path, range);
  expect([part.status, part.headers.get("content-range")]).toEqual([status, shown]);
  expect((await part.arrayBuffer()).byteLength).toBe(bytes);
});

test("a member who may read hears it, and nobody else", async () => {
  const [ann, bob] = [await speaker(), await somebody("member")];
  const { path, conversation_id, recording } = await spoken(ann);
  expect((await bob.ask("GET", path)).status).toBe(404);
  expect((await bob.ask("DELETE", `/speech/recordings/${recording}`)).status).toBe(204);
  await ann.ask("PUT", `/conversations/${conversation_id}/members/${bob.id}`, { rights: ["read"] });
  expect((await bob.ask("GET", path)).status).toBe(200);
});

test("another's recording can't be claimed for a message of one's own", async () => {
  const [ann, bob] = [await speaker(), await somebody("member")];
  const { recording } = await spoken(ann);
  const begun = { message: tell({ text: ["Yes."] }), model: "openai/told" };
  const { conversation_id } = await json<{ conversation_id: string }>(bob.ask("POST", "/chat", begun));
  const path = `/conversations/${conversation_id}/messages`;
  const said = { text: tell({ text: ["No."] }), model: "openai/told", recording };
  const { message_id } = await json<{ message_id: string }>(bob.ask("POST", path, said));
  expect((await bob.ask("GET", `${path}/${message_id}/recording`)).status).toBe(404);
});

test("a recording goes with its message, its conversation, and its person's choice", async () => {
  const ann = await speaker();
  const { conversation_id, message_id } = await spoken(ann);
  await expect
    .poll(
      async () =>
        (await ann.ask("DELETE", `/conversations/${conversation_id}/messages/${message_id}`)).status,
    )
    .toBe(204);
  await expect.poll(() => kept(ann)).toEqual([]);
  const next = await spoken(ann);
  await ann.ask("DELETE", `/conversations/${next.conversation_id}`);
  await expect.poll(() => kept(ann)).toEqual([]);
  const last = await spoken(ann);
  await ann.ask("PATCH", "/preferences", { keep_recordings: false });
  expect(await kept(ann)).toEqual([]);
  expect((await ann.ask("GET", last.path)).status).toBe(404);
});

test("a voice goes with its person's account, though their data is kept", async () => {
  const [ann, bob] = [await speaker(), await speaker()];
  const { conversation_id, path } = await spoken(bob);
  await bob.ask("PUT", `/conversations/${conversation_id}/members/${ann.id}`, { rights: ["read", "write"] });
  const said = { text: tell({ text: ["Yes."] }), model: "openai/told", recording: await recorded(ann) };
  const told = ann.ask("POST", `/conversations/${conversation_id}/messages`, said);
  const { message_id } = await json<{ message_id: string }>(told);
  const sound = `/conversations/${conversation_id}/messages/${message_id}/recording`;
  expect((await bob.ask("GET", sound)).status).toBe(200);
  expect((await request("DELETE", `/users/${ann.id}`)).status).toBe(200);
  expect([(await bob.ask("GET", sound)).status, await kept(ann)]).toEqual([404, []]);
  expect((await bob.ask("GET", path)).status).toBe(200);
});

test("a copy of a conversation has the words alone, and its deletion leaves the recording", async () => {
  const [ann, bob] = [await speaker(), await somebody("member")];
  const { conversation_id, message_id, path } = await spoken(ann);
  const members = `/conversations/${conversation_id}/members/${bob.id}`;
  await ann.ask("PUT", members, { rights: ["read"] });
  for (const copier of [ann, bob]) {
    const asked = copier.ask("POST", `/conversations/${conversation_id}/fork`, { message_id });
    const copy = (await json<{ id: string }>(asked)).id;
    const messages = await copier.ask("GET", `/conversations/${copy}/messages`);
    expect(await messages.text()).not.toContain('"recording"');
    const sound = `/conversations/${copy}/messages/${message_id}/recording`;
    expect((await copier.ask("GET", sound)).status).toBe(404);
    await copier.ask("DELETE", `/conversations/${copy}`);
    expect((await ann.ask("GET", path)).status).toBe(200);
  }
});

test("a backup has nothing of what was said", async () => {
  await recorded(await speaker());
  const keys: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query: string = cursor === "" ? "" : `?cursor=${encodeURIComponent(cursor)}`;
    const page = await json<{ items: { key: string }[]; next_cursor: string | null }>(
      request("GET", `/backups/objects${query}`),
    );
    keys.push(...page.items.map(({ key }) => key));
    cursor = page.next_cursor;
  }
  expect(keys.filter((key) => /^(?:recordings|transcripts)\//.test(key))).toEqual([]);
});

test("after a day a recording is not given out, and the sweep deletes it", async () => {
  const ann = await speaker();
  const id = (await recorded(ann)) ?? "";
  const tomorrow = Date.now() + DAY + 1_000;
  const store = new R2Recordings(BUCKET, () => tomorrow);
  expect(await store.get(ann.id, id)).toBeUndefined();
  expect(await store.list(ann.id)).toEqual([]);
  await expireSpoken(BUCKET, Date.now(), async () => undefined);
  expect(await kept(ann)).toHaveLength(1);
  await expireSpoken(BUCKET, tomorrow, async () => undefined);
  expect(await kept(ann)).toEqual([]);
});

test("an export has the recordings that are still kept", async () => {
  const ann = await speaker();
  const id = (await recorded(ann)) ?? "";
  const archive = new TextDecoder("latin1").decode(await (await ann.ask("GET", "/export")).arrayBuffer());
  expect(archive).toContain(`recordings/${id}`);
});
