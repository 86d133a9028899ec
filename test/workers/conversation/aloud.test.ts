/** Questions and approvals that were read aloud, and the words that were heard. */
import { describe, expect, test } from "vitest";
import { tell } from "../../support/model-wire/told-model.ts";
import { soon } from "../../support/soon.ts";
import { somebody } from "../people/somebody.ts";
import { api, resultsOf, toCall } from "../tools/api.ts";

const FILE = "mail-aloud.txt";
const question = () => toCall("ask_user", { question: "Which colour?", options: ["Red", "Blue"] });

interface Parked {
  id: string;
  call_id: string;
}

/** A spoken turn that waits for the person. */
async function spoken(calls: ReturnType<typeof toCall>[], more: object = {}): Promise<Parked> {
  const told = tell(...calls.map((one) => ({ calls: [one] })), { text: ["Done."] });
  const sent = { message: told, model: "openai/told", live: true, ...more };
  const { json } = await api("POST", "/chat", sent);
  return { id: json.conversation_id, call_id: json.asks[0].call_id };
}

const reply = ({ id, call_id }: Parked, words: string) =>
  api("POST", `/conversations/${id}/spoken-replies`, { call_id, words });

const historyOf = async (id: string) => (await api("GET", `/conversations/${id}/history?full=true`)).text;

test("a choice is understood, and unclear words are refused and leave the question open", async () => {
  const asked = await spoken([question()]);
  expect((await reply(asked, "Well, hm")).status).toBe(400);
  expect((await reply(asked, "The second one, please")).status).toBe(202);
  await soon(async () => expect((await resultsOf(asked.id)).at(-1)).toMatchObject({ content: "Blue" }));
  expect((await reply(asked, "Red")).status).toBe(409);
});

test("words that are sent again count once, and are no answer to a question that nobody has answered", async () => {
  const asked = await spoken([question()]);
  const again = ({ id, call_id }: Parked, words: string) =>
    api("POST", `/conversations/${id}/spoken-replies`, { call_id, words, repeated: true });
  expect((await again(asked, "Blue")).json).toMatchObject({ duplicate: false });
  expect((await again(asked, "Blue")).json).toMatchObject({ duplicate: true });
  await soon(async () => expect((await resultsOf(asked.id)).at(-1)).toMatchObject({ content: "Blue" }));
  const left = await spoken([question()]);
  await api("POST", `/conversations/${left.id}/halt`, {});
  await soon(async () => expect((await again(left, "Hm, never mind")).status).toBe(409));
});

test("a member who has lost access can't answer aloud, nor learn whether there is a question", async () => {
  const asked = await spoken([question()]);
  const bob = await somebody("member");
  const members = `/conversations/${asked.id}/members/${bob.id}`;
  const reply = (words: string, repeated: boolean) =>
    bob.ask("POST", `/conversations/${asked.id}/spoken-replies`, { call_id: asked.call_id, words, repeated });
  await api("PUT", members, { rights: ["read"] });
  expect((await reply("Blue", false)).status).toBe(403);
  await api("DELETE", members);
  for (const repeated of [false, true]) expect((await reply("Blue", repeated)).status).toBe(404);
});

describe("an approval", () => {
  /** An agent that asks before it writes. */
  const careful = async () => {
    await api("POST", "/agents", {
      slug: "careful",
      name: "Careful",
      instructions: "Write.",
      tools: { write: "ask" },
    });
    return { agent: "careful" };
  };
  const writes = () => toCall("write", { path: "aloud.txt", content: "tea" });

  test("of low risk is given by a spoken yes, and the record says so with the words", async () => {
    const asked = await spoken([writes()], await careful());
    const { id, call_id } = asked;
    expect((await reply(asked, "Hm, what is that?")).status).toBe(400);
    expect((await reply(asked, "Yes, go ahead.")).status).toBe(202);
    await soon(async () => expect((await resultsOf(id)).at(-1)).toMatchObject({ is_error: false }));
    expect(await historyOf(id)).toContain('Allowed by voice: \\"Yes, go ahead.\\"');
    const late = await api("POST", `/conversations/${id}/approvals`, { call_id, decision: "deny" });
    expect(late.json.reason).toContain("by voice");
  });

  test("in a turn that was not spoken is not given by voice", async () => {
    const asked = await spoken([writes()], { ...(await careful()), live: false });
    expect((await reply(asked, "Yes")).status).toBe(403);
  });

  test("of a call that outside content may have prompted wants the screen, and a spoken no counts", async () => {
    await api("PUT", `/workspace/${FILE}`, "words from outside");
    const asked = await spoken([
      toCall("read", { path: FILE }),
      toCall("schedule_message", { text: "tea", in_seconds: 3600 }),
    ]);
    const { id } = asked;
    const refused = await reply(asked, "yes");
    expect([refused.status, refused.json.reason]).toEqual([403, expect.stringContaining("on the screen")]);
    expect((await reply(asked, "Nein danke")).status).toBe(202);
    await soon(async () =>
      expect((await resultsOf(id)).at(-1)?.content).toContain("did not allow this call"),
    );
    expect(await historyOf(id)).toContain('Denied by voice: \\"Nein danke\\"');
  });
});
