/** On a channel: whom strangers reach, and that no agent takes words that others said in a group. */
import { beforeAll, expect, inject, test } from "vitest";
import "../../support/workers/provided.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { TEST_CHANNEL_SECRET } from "../../support/test-channel/channel.ts";
import type { ChatView } from "../../support/test-channel/server.ts";
import { callApi } from "../api.ts";
import { somebody, stores } from "../people/somebody.ts";
import { canaryOf, prompts, send } from "./town.ts";

const stamp = Date.now().toString(36);
const OPERATOR = `operator-${stamp}`;
let count = 0;

async function made(slug: string, more: object): Promise<void> {
  const agent = { slug: `${slug}-${stamp}`, name: slug, models: ["openai/told"] };
  await callApi("POST", "/agents", { ...agent, instructions: canaryOf(slug), ...more });
}

beforeAll(async () => {
  const bob = await somebody("member");
  await stores().identities.link({
    ...{ channel: "whatsapp", account: "", platform_id: OPERATOR, person_id: "admin", name: "Operator" },
  });
  await made("public", { audience: "everyone" });
  await made("members", { audience: "people", keywords: ["ledger"] });
  await made("operators", { owner: "admin", audience: [] });
  await made("trap", { owner: bob.id, audience: [], keywords: ["please", "the ledger", "invoice"] });
});

/** A chat of its own. Resolves to what came of the message. */
function chatOf({ group = false, agent }: { group?: boolean; agent?: string }) {
  const thread = `${inject("testChannelUrl")}/doors-${stamp}-${count++}`;
  const say = async (from: string, text: string, more: object = {}) => {
    const id = `${thread} ${count++}`;
    const body = { id, thread, from, text, ...(group && { group: true }), ...more };
    const response = await send({ "x-test-secret": TEST_CHANNEL_SECRET }, "/webhooks/whatsapp", { body });
    return ((await response.json()) as { receipts: string[] }).receipts[0];
  };
  const heard = async (least: number) =>
    ((await (await fetch(`${thread}/messages?count=${least}`)).json()) as ChatView).messages.map(
      ({ text }) => text,
    );
  const bound =
    agent === undefined
      ? undefined
      : callApi("PUT", "/threads", { channel: "whatsapp", thread, agent: `${agent}-${stamp}` });
  return { say, heard, bound };
}

const words = (mark: string) => `${mark}.${stamp}. ${tell({ text: ["Yes."] })}`;

async function answeredBy(mark: string): Promise<string[]> {
  const asked = (await prompts()).filter((prompt) => prompt.includes(`${mark}.${stamp}.`));
  return ["public", "members", "operators", "trap"].filter((slug) =>
    asked.some((prompt) => prompt.includes(canaryOf(slug))),
  );
}

test("a stranger is answered by an agent for everyone, whatever other one they name", async () => {
  const { say, heard, bound } = chatOf({ agent: "public" });
  await bound;
  for (const [at, slug] of ["operators", "members", "trap"].entries()) {
    expect(await say("stranger", `@${slug}-${stamp} ${words(`named-${slug}`)}`)).toBe("accepted");
    await heard(at + 1);
    expect(await answeredBy(`named-${slug}`)).toEqual(["public"]);
  }
});

test("a stranger is not answered by the operator's own agent where it is set to answer, and hears so", async () => {
  const { say, heard, bound } = chatOf({ agent: "operators" });
  await bound;
  expect(await say("stranger", words("bound"))).toBe("refused");
  expect((await heard(1))[0]).toContain("No agent that is available to you answers here");
  expect(await answeredBy("bound")).toEqual([]);
});

test("a member's own agent takes no words in a group by its keywords, and keeps nobody else's from being answered", async () => {
  const { say, heard, bound } = chatOf({ group: true });
  await bound;
  expect(await say(OPERATOR, `Somebody please look at the invoice ${words("overheard")}`)).toBe("refused");
  expect(await answeredBy("overheard")).toEqual([]);
  expect(await say(OPERATOR, `Please look at the ledger ${words("ledger")}`)).toBe("accepted");
  await heard(1);
  expect(await answeredBy("ledger")).toEqual(["members"]);
});

test("who speaks to the bot in a group is answered, though their words hold a keyword of somebody's own agent", async () => {
  const answering = (fallback_agent: string | null) =>
    callApi("PUT", "/routing/defaults", {
      channel: "whatsapp",
      account: "",
      default_agent: null,
      fallback_agent,
    });
  await answering(`public-${stamp}`);
  const { say, heard } = chatOf({ group: true });
  expect(await say("stranger", `Please, the invoice ${words("to-bot")}`, { to_bot: true })).toBe("accepted");
  await heard(1);
  await answering(null);
  expect(await answeredBy("to-bot")).toEqual(["public"]);
});
