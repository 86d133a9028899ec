import { env } from "cloudflare:workers";
import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import type { Env } from "../../../src/app/env.ts";
import type { AgentFeedback, Feedback, GivenFeedback } from "../../../src/contract/agents/feedback.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { callApi } from "../api.ts";
import { type Somebody, somebody } from "../people/somebody.ts";

const { DB } = env as unknown as Env;
let agents = 0;

/** An agent of that person (absent: of the instance), open to everybody. */
async function agentOf(owner?: Somebody): Promise<string> {
  const slug = `rated-${agents++}`;
  const fields = {
    slug,
    name: "Rated",
    instructions: "Tell.",
    models: ["openai/told"],
    audience: "everyone",
  };
  await callApi("POST", "/agents", { ...fields, ...(owner && { owner: owner.id }) });
  return slug;
}

interface Answered {
  conversation: string;
  message: string;
  path: string;
}

async function answered(who: Somebody, agent: string, more = {}): Promise<Answered> {
  const message = tell({ text: ["Forty-two."] });
  const said = await who.ask("POST", "/chat", { message, agent, ...more });
  const { conversation_id, message_id } = (await said.json()) as {
    conversation_id: string;
    message_id: string;
  };
  const path = `/conversations/${conversation_id}/messages/${message_id}/feedback`;
  return { conversation: conversation_id, message: message_id, path };
}

const json = async <T>(response: Promise<Response>) => (await (await response)?.json()) as T;
const ownOf = async (who: Somebody, { conversation }: Answered) =>
  (await json<{ items: Feedback[] }>(who.ask("GET", `/conversations/${conversation}/feedback`))).items;
const seenBy = (who: Somebody, agent: string) =>
  json<AgentFeedback>(who.ask("GET", `/agents/${agent}/feedback`));

test("a thumb tells the agent's owner a count; with a word they read the answer, and the conversation stays closed", async () => {
  const [owner, ann] = [await somebody("member"), await somebody("member")];
  const agent = await agentOf(owner);
  const place = await answered(ann, agent);

  const bare = await json<GivenFeedback>(ann.ask("PUT", place.path, { rating: "down" }));
  expect(bare).toMatchObject({ rating: "down", word: "", agent, is_manager: false });
  expect(await seenBy(owner, agent)).toMatchObject({
    counts: { up: 0, down: 1 },
    items: [{ rating: "down", answer: "", conversation_id: null, message_id: null, is_own: false }],
  });

  await ann.ask("PUT", place.path, { rating: "down", reasons: ["wrong"], word: "It is 43,\nI think." });
  expect(await ownOf(ann, place)).toMatchObject([{ message_id: place.message, reasons: ["wrong"] }]);
  const seen = await seenBy(owner, agent);
  expect(seen.items).toMatchObject([
    { word: "It is 43, I think.", answer: "Forty-two.", conversation_id: null, title: null },
  ]);

  await ann.ask("DELETE", place.path);
  expect(await ownOf(ann, place)).toEqual([]);
  expect(await seenBy(owner, agent)).toMatchObject({ counts: { up: 0, down: 0 }, items: [] });
});

test("whoever may read the conversation finds the answer there", async () => {
  const owner = await somebody("member");
  const agent = await agentOf(owner);
  const place = await answered(owner, agent);
  const given = await json<GivenFeedback>(owner.ask("PUT", place.path, { rating: "up", word: "Good." }));
  expect(given.is_manager).toBe(true);
  await expect
    .poll(async () => (await seenBy(owner, agent)).items)
    .toMatchObject([{ conversation_id: place.conversation, message_id: place.message, is_own: true }]);
});

test("strangers give none and see none, and there is none on a question, in a temporary chat or of an odd kind", async () => {
  const [owner, ann] = [await somebody("member"), await somebody("member")];
  const agent = await agentOf(owner);
  const place = await answered(owner, agent);
  const status = async (who: Somebody, path: string, body: object = { rating: "up" }) =>
    (await who.ask("PUT", path, body)).status;
  expect(await status(ann, place.path)).toBe(404);
  expect((await ann.ask("GET", `/agents/${agent}/feedback`)).status).toBe(404);
  expect(await status(owner, `${place.path.replace(place.message, "msg_1")}`)).toBe(404);
  expect(await status(owner, place.path, { rating: "sideways" })).toBe(400);
  expect(await status(owner, place.path, { rating: "up", reasons: ["odd"] })).toBe(400);
  const kept = await answered(owner, agent, { temporary: true });
  expect(await status(owner, kept.path)).toBe(409);
});

test("feedback goes with its conversation, is in its person's export, and is not that of a later agent of the name", async () => {
  const [owner, ann] = [await somebody("member"), await somebody("member")];
  const agent = await agentOf(owner);
  const place = await answered(ann, agent);
  await ann.ask("PUT", place.path, { rating: "up", word: "Exactly." });
  const zip = await ann.ask("GET", "/export");
  const { "feedback.json": file = new Uint8Array() } = unzipSync(new Uint8Array(await zip.arrayBuffer()));
  expect(JSON.parse(strFromU8(file))).toMatchObject([{ word: "Exactly.", agent }]);

  await owner.ask("DELETE", `/agents/${agent}`);
  await DB.prepare("UPDATE feedback SET created_at = created_at - 1000").run();
  const fields = { slug: agent, name: "New", instructions: "Tell.", models: ["openai/told"] };
  await callApi("POST", "/agents", { ...fields, owner: owner.id });
  expect(await seenBy(owner, agent)).toMatchObject({ counts: { up: 0 }, items: [] });

  expect(await ownOf(ann, place)).toHaveLength(1);
  await ann.ask("DELETE", `/conversations/${place.conversation}`);
  const rows = () => DB.prepare("SELECT id FROM feedback WHERE owner = ?").bind(ann.id).all();
  await expect.poll(async () => (await rows()).results).toEqual([]);
});
