import { env, exports } from "cloudflare:workers";
import { beforeAll, expect, inject, test } from "vitest";
import type { Env } from "../../src/app/env.ts";
import { derivedConversation, threadKey } from "../../src/routing/address.ts";
import { openDatabase } from "../../src/storage/d1/database.ts";
import { Tries } from "../../src/storage/d1/people/tries.ts";
import { tell } from "../support/model-wire/told-model.ts";
import { TEST_CHANNEL_SECRET } from "../support/test-channel/channel.ts";
import type { ChatView } from "../support/test-channel/server.ts";
import "../support/workers/provided.ts";
import { soon } from "../support/soon.ts";
import { callApi } from "./api.ts";
import { type Somebody, somebody, stores } from "./people/somebody.ts";

const worker = (exports as unknown as { default: Fetcher }).default;
let chats = 0;

/** One that does as it is told. */
beforeAll(async () => {
  const agent = { instructions: "Tell.", models: ["openai/told"], audience: "everyone" };
  await callApi("POST", "/agents", { ...agent, slug: "obedient", name: "Obedient" });
  await callApi("POST", "/agents", { ...agent, slug: "asking", name: "Asking", tools: { web_fetch: "ask" } });
});
const said = (text: string) => `@obedient ${tell({ text: [text] })}`;

/** A direct message on the tests' platform with somebody who is linked there, if anybody is. */
async function openChat(who?: Somebody) {
  const name = `commands-${Date.now()}-${chats++}`;
  const thread = `${inject("testChannelUrl")}/${name}`;
  if (who)
    await stores().identities.link({
      channel: "slack",
      account: "",
      platform_id: name,
      person_id: who.id,
      name,
    });
  const write = async (id: string, text: string, language?: "de" | "fr") => {
    const response = await worker.fetch("http://nightjar.test/webhooks/slack", {
      method: "POST",
      body: JSON.stringify({ id, thread, from: name, text, language }),
      headers: { "x-test-secret": TEST_CHANNEL_SECRET },
    });
    const { receipts, error } = (await response.json()) as { receipts?: string[]; error?: string };
    return receipts?.[0] ?? error;
  };
  const arrived = async (count: number) => {
    const view = (await (await fetch(`${thread}/messages?count=${count}`)).json()) as ChatView;
    return view.messages.map(({ text }) => text);
  };
  return { thread, write, arrived };
}

async function titles(who: Somebody): Promise<{ id: string; archived: boolean }[]> {
  return ((await (await who.ask("GET", "/conversations")).json()) as { items: never[] }).items;
}

test("a command is answered where it was written, and no agent hears of it", async () => {
  const ann = await somebody("member", { name: "Ann" });
  const { write, arrived } = await openChat(ann);
  expect(await write("1", "/whoami")).toBe("accepted");
  expect(await arrived(1)).toEqual([expect.stringContaining("Ann (member)")]);
  expect(await titles(ann)).toEqual([]);
});

test("the same command sent again is carried out once", async () => {
  const ann = await somebody("member");
  const { write, arrived } = await openChat(ann);
  const receipts = await Promise.all(Array.from({ length: 4 }, () => write("1", "/status")));
  // One that came while another was carried out is to be sent again.
  expect(receipts.filter((each) => each === "accepted")).toHaveLength(1);
  expect(receipts.every((each) => ["accepted", "duplicate", "rate_limited"].includes(each ?? ""))).toBe(true);
  expect(await write("1", "/status")).toBe("duplicate");
  await write("2", "/whoami");
  expect(await arrived(2)).toHaveLength(2);
});

test("a command that a machine had taken on when it died is carried out when it comes again, and not before", async () => {
  const ann = await somebody("member", { name: "Ann" });
  const { thread, write, arrived } = await openChat(ann);
  const tries = (ago: number) => new Tries(openDatabase((env as unknown as Env).DB), () => Date.now() - ago);
  const name = (id: string) => `command:${JSON.stringify(["slack", "", thread, `slack:${id}`])}`;
  const taken = (id: string) => [{ name: name(id), allowance: { most: 1, seconds: 20 } }];
  await tries(0).take(taken("1"));
  expect(await write("1", "/whoami")).toBe("rate_limited");
  await tries(21_000).take(taken("2"));
  expect(await write("2", "/whoami")).toBe("accepted");
  expect(await arrived(1)).toEqual([expect.stringContaining("Ann (member)")]);
});

test("an answer that the platform does not take now is kept and tried again", async () => {
  const ann = await somebody("member");
  const { thread, write } = await openChat(ann);
  const faults = JSON.stringify([{ fault: "limit", retry_after_ms: 10 }]);
  await fetch(`${thread}/faults`, { method: "POST", body: faults });
  expect(await write("1", "/whoami")).toBe("accepted");
  interface Kept {
    items: { kind: string; status: string; attempts: number; payload?: unknown }[];
  }
  const waiting = await soon(async () => {
    const { items } = (await (await ann.ask("GET", "/jobs?kind=channel.tell")).json()) as Kept;
    expect(items).toMatchObject([{ status: "pending", attempts: 1 }]);
    return items;
  });
  expect(waiting).toHaveLength(1);
});

test("the model of the conversation is changed, and the next thread begins without it", async () => {
  const ann = await somebody("member");
  const { thread, write, arrived } = await openChat(ann);
  const { items } = await callApi<{ items: { id: string; configured: boolean }[] }>("GET", "/models");
  const id = items.find(({ configured }) => configured)?.id ?? "";
  await write("1", said("Hello."));
  await arrived(1);
  const first = await derivedConversation(ann.id, threadKey({ channel: "slack", account: "", thread }, 0));
  await write("2", `/model ${id}`);
  expect((await arrived(2))[1]).toContain(id);
  expect(await (await ann.ask("GET", `/conversations/${first}`)).json()).toMatchObject({ model: id });
  await write("3", "/new");
  await arrived(3);
  await write("4", said("Hello again."));
  expect((await arrived(4))[3]).toBe("Hello again.");
  expect(await titles(ann)).toHaveLength(2);
});

test("a mode is chosen for the conversation by its command, and for one message by words behind it", async () => {
  const ann = await somebody("member");
  const { thread, write, arrived } = await openChat(ann);
  await write("1", said("Hello."));
  await arrived(1);
  const id = await derivedConversation(ann.id, threadKey({ channel: "slack", account: "", thread }, 0));
  await write("2", "/chat");
  expect((await arrived(2))[1]).toBe("Mode: chat from now on.");
  expect(await (await ann.ask("GET", `/conversations/${id}`)).json()).toMatchObject({ mode: "chat" });
  await write("3", `/chat ${said("In that mode.")}`);
  expect((await arrived(3))[2]).toBe("In that mode.");
  const { items } = (await (await ann.ask("GET", `/conversations/${id}/messages`)).json()) as {
    items: { role: string; parts: { text?: string }[] }[];
  };
  expect(JSON.stringify(items)).not.toContain("/chat");
});

test("reset puts the old conversation away", async () => {
  const ann = await somebody("member");
  const { write, arrived } = await openChat(ann);
  await write("1", said("Hello."));
  await arrived(1);
  await write("2", "/reset");
  expect((await arrived(2))[1]).toContain("archive");
  expect(await titles(ann)).toEqual([]);
});

test.each(["/new", "/reset"])(
  "what was answered before %s and is sent again is answered by nobody",
  async (command) => {
    const ann = await somebody("member");
    const { write, arrived } = await openChat(ann);
    await write("1", said("Hello."));
    await arrived(1);
    await write("2", command);
    await arrived(2);
    expect(await write("1", said("Hello."))).toBe("duplicate");
    expect(await write("3", said("Hello again."))).toBe("accepted");
    expect((await arrived(3))[2]).toBe("Hello again.");
    expect(await write("1", said("Hello."))).toBe("duplicate");
  },
);

test("what was answered in a conversation that was put away is answered by nobody when it is sent again", async () => {
  const ann = await somebody("member");
  const { write, arrived } = await openChat(ann);
  await write("1", said("Hello."));
  await arrived(1);
  const [{ id } = { id: "" }] = await titles(ann);
  await ann.ask("PATCH", `/conversations/${id}`, { archived: true });
  expect(await write("1", said("Hello."))).toBe("duplicate");
  await write("2", said("Hello again."));
  expect((await arrived(2))[1]).toBe("Hello again.");
  expect(await write("1", said("Hello."))).toBe("duplicate");
});

test("a stranger may ask who they are and redeem a code, and is then somebody", async () => {
  const ann = await somebody("member", { name: "Ann" });
  const { write, arrived } = await openChat();
  expect(await write("1", "/status")).toBe("refused");
  expect(await write("2", "/link 12345678")).toBe("accepted");
  expect((await arrived(1))[0]).toContain("isn't valid");
  const made = await ann.ask("POST", "/me/identities/codes");
  const { code } = (await made.json()) as { code: string };
  await write("3", `/link ${code}`);
  expect((await arrived(2))[1]).toContain("Linked");
});

test("research that was begun in a chat is looked at there, and its report comes with its sources", async () => {
  const ann = await somebody("member");
  const { write, arrived } = await openChat(ann);
  await write("1", said("Hello."));
  await arrived(1);
  await write("2", "/plan");
  expect((await arrived(2))[1]).toContain("There's no research of yours here.");
  const { items } = await callApi<{ items: { id: string }[] }>("GET", "/models");
  const offline = items.find(({ id }) => id.startsWith("offline/"))?.id ?? "";
  await write("3", `/model ${offline}`);
  await arrived(3);
  await write("4", "research what nightjars eat");
  const report = await soon(async () => {
    const told = (await arrived(5)).slice(3).join("\n\n");
    expect(told).toContain("I research that now.");
    expect(told).toMatch(/eat flying insects \[1\][\s\S]*Sources:\n\[1\] /);
    return told;
  });
  expect(report).not.toContain("/plan go");
  const count = (await arrived(5)).length;
  await write("5", "/plan");
  const shown = (await arrived(count + 1)).at(-1);
  expect(shown).toContain("what nightjars eat");
  expect(shown).toMatch(/done: \d+ sources, \d+ notes, \$0\.00/);
  expect(shown).toContain("1. what nightjars eat ✓");
});

test("menus can list the commands", async () => {
  const { items } = await callApi<{ items: { name: string; by: string }[] }>("GET", "/commands");
  expect(items).toContainEqual(expect.objectContaining({ name: "stop", by: "guest" }));
});

test("an account has an address of its own, and one that is not set up looks like nothing", async () => {
  const at = (path: string) =>
    worker.fetch(`http://nightjar.test/webhooks/${path}`, { method: "POST", body: "{}" });
  expect((await at("telegram/sales")).status).toBe(404);
  expect((await at("slack/Not_A_Name")).status).toBe(404);
  expect((await at("slack/sales")).status).toBe(401);
});

test("a chat is spoken to in the language that its person has chosen, else in the one that its platform reports", async () => {
  const [ann, stranger] = [await openChat(await somebody("member", { name: "Ann" })), await openChat()];
  await ann.write("1", "/whoami", "fr");
  expect(await ann.arrived(1)).toEqual([expect.stringContaining("Personne: Ann (membre)")]);
  await stranger.write("1", "/whoami", "de");
  expect(await stranger.arrived(1)).toEqual([expect.stringContaining("Person: nicht verknüpft.")]);
  const bea = await somebody("member", { name: "Bea" });
  await bea.ask("PATCH", "/preferences", { interface_language: "de" });
  const chat = await openChat(bea);
  await chat.write("1", "/new", "fr");
  expect(await chat.arrived(1)).toEqual([
    "Hier gibt es noch keine Unterhaltung. Deine nächste Nachricht beginnt eine.",
  ]);
});

test("what an agent wants to be allowed is asked in the language of the chat", async () => {
  const chat = await openChat(await somebody("member"));
  await chat.write(
    "1",
    `@asking ${tell({ calls: [{ id: "call_fetch", name: "web_fetch", pieces: ['{"url":"https://example.com/"}'] }] })}`,
    "de",
  );
  expect((await chat.arrived(1))[0]).toContain("Darf ich Seite lesen benutzen?");
});
