import { env as bindings, exports } from "cloudflare:workers";
import { expect, inject, test } from "vitest";
import type { Env } from "../../../src/app/env.ts";
import { createLinking } from "../../../src/routing/linking.ts";
import { openDatabase } from "../../../src/storage/d1/database.ts";
import { ChannelAccounts } from "../../../src/storage/d1/index/channel-accounts.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { TEST_CHANNEL_SECRET } from "../../support/test-channel/channel.ts";
import type { ChatView } from "../../support/test-channel/server.ts";
import "../../support/workers/provided.ts";
import { callApi, request } from "../api.ts";
import { type Somebody, somebody, stores } from "./somebody.ts";

const env = bindings as unknown as Env;
const worker = (exports as unknown as { default: Fetcher }).default;
let chats = 0;

await callApi("POST", "/agents", {
  slug: "teller",
  name: "Teller",
  instructions: "Tell.",
  models: ["openai/told"],
  audience: "everyone",
});

interface Said {
  from: string;
  text?: string;
  group?: true;
  to_bot?: true;
}

/** A chat of its own on the tests' platform. */
function openChat(channel = "slack") {
  const thread = `${inject("testChannelUrl")}/pairing-${Date.now()}-${chats++}`;
  let count = 0;
  const write = async ({ text = `@teller ${tell({ text: ["Hello."] })}`, ...said }: Said) => {
    const body = JSON.stringify({ id: `${thread} ${count++}`, thread, text, ...said });
    const headers = { "x-test-secret": TEST_CHANNEL_SECRET };
    const response = await worker.fetch(`http://nightjar.test/webhooks/${channel}`, {
      method: "POST",
      body,
      headers,
    });
    return ((await response.json()) as { receipts: string[] }).receipts[0];
  };
  const arrived = async (least: number) => {
    const view = (await (await fetch(`${thread}/messages?count=${least}`)).json()) as ChatView;
    return view.messages.map(({ text }) => text);
  };
  return { thread, write, arrived };
}

const pairing = () => callApi("PATCH", "/channels/slack", { policy: "pairing" });
const codeIn = (text = "") => /code is ([A-Z0-9-]{9})/.exec(text)?.[1] ?? "";
const pending = async (platform_id: string) => {
  const { items } = await callApi<{ items: { id: string; platform_id: string }[] }>("GET", "/pairings");
  return items.filter((each) => each.platform_id === platform_id);
};
const ownConversations = async ({ ask }: Somebody) =>
  ((await (await ask("GET", "/conversations")).json()) as { items: unknown[] }).items;

test("a stranger is given a code once, nothing reaches an agent, and who enters the code is who writes", async () => {
  await pairing();
  const [ann, bob] = [await somebody("member", { name: "Ann" }), await somebody("member")];
  const { write, arrived } = openChat();
  expect(await write({ from: "U-ann" })).toBe("refused");
  // This platform takes 120 characters a message.
  const offer = await arrived(3);
  expect(offer.join(" ")).toContain("Settings, Chat accounts");
  const code = codeIn(offer[0]);
  expect(code).toMatch(/^[2-9A-HJ-KM-NP-TV-Z]{4}-[2-9A-HJ-KM-NP-TV-Z]{4}$/);
  expect(await write({ from: "U-ann" })).toBe("refused");
  expect(await pending("U-ann")).toHaveLength(1);

  const asked = await ann.ask("POST", "/me/identities", { code: code.toLowerCase(), check: true });
  expect(await asked.json()).toMatchObject({ platform_id: "U-ann", linked: false });
  expect(await write({ from: "U-ann" })).toBe("refused");
  const linked = await ann.ask("POST", "/me/identities", { code });
  expect([linked.status, await linked.json()]).toMatchObject([200, { platform_id: "U-ann", linked: true }]);
  const again = await bob.ask("POST", "/me/identities", { code });
  const guessed = await bob.ask("POST", "/me/identities", { code: "2222-2222" });
  expect([again.status, await again.text()]).toEqual([guessed.status, await guessed.text()]);

  expect(await write({ from: "U-ann" })).toBe("accepted");
  expect(await arrived(5)).toEqual([...offer, expect.stringContaining("You are linked now"), "Hello."]);
  expect(await ownConversations(ann)).toHaveLength(1);
});

test("an admin lets a stranger in as a new guest, who has no rights in a group by that, or turns them away", async () => {
  await pairing();
  const { write } = openChat();
  await write({ from: "U-new" });
  await expect.poll(async () => (await pending("U-new")).length).toBe(1);
  const [waiting] = await pending("U-new");
  const approve = `/pairings/${waiting?.id}/approve`;
  expect((await request("POST", approve, {})).status).toBe(400);
  expect((await request("POST", approve, { person_id: "psn_nobody" })).status).toBe(404);
  expect(await callApi("POST", approve, { role: "guest" })).toMatchObject({ name: "U-new", role: "guest" });
  expect((await request("POST", approve, { role: "guest" })).status).toBe(404);
  expect(await write({ from: "U-new" })).toBe("accepted");
  expect(await openChat().write({ from: "U-new", group: true, to_bot: true })).toBe("refused");

  await write({ from: "U-off" });
  await expect.poll(async () => (await pending("U-off")).length).toBe(1);
  const [turnedAway] = await pending("U-off");
  expect((await request("POST", `/pairings/${turnedAway?.id}/deny`, {})).status).toBe(204);
  const { offer } = stores().pairings;
  const asking = { channel: "slack", account: "", platform_id: "U-off", name: "", thread: "" };
  expect(await offer.call(stores().pairings, asking)).toBeUndefined();
});

test("so many wait at once and no more", async () => {
  const { pairings } = stores();
  const offer = (n: number) =>
    pairings.offer({ channel: "telegram", account: "", platform_id: `${n}`, name: "", thread: "" });
  const codes: (string | undefined)[] = [];
  for (let n = 0; n < 22; n++) codes.push(await offer(n));
  expect(codes.filter((code) => code !== undefined)).toHaveLength(20);
  // Who waits already is given another code, which ends the one before.
  const renewed = await offer(3);
  expect(await pairings.byCode(codes[3] ?? "")).toBeUndefined();
  expect(await pairings.byCode(renewed ?? "")).toMatchObject({ platform_id: "3" });
});

test("a code made in the app links who sends it in a direct message, once, and nobody in a group", async () => {
  const ann = await somebody("member", { name: "Ann" });
  const { identities, linkCodes } = stores();
  const { redeem } = createLinking({
    instanceName: async () => "Nightjar",
    count: async () => 0,
    offer: async () => undefined,
    personOfCode: (code) => linkCodes.take(code),
    link: (person_id, { channel, account = "", sender }) =>
      identities.link({ channel, account, platform_id: sender, name: "", person_id }),
    tell: async () => undefined,
  });
  const code = async () =>
    ((await (await ann.ask("POST", "/me/identities/codes", {})).json()) as { code: string }).code;
  const there = { channel: "telegram", sender: "77" } as const;
  const shown = await code();
  expect(await redeem(shown, { ...there, is_group: true })).toMatchObject({ is_linked: false });
  expect(await redeem(shown, there)).toMatchObject({ is_linked: false });
  const first = await code();
  const second = await code();
  expect(await redeem(first, there)).toMatchObject({ is_linked: false });
  expect(await redeem(` ${second.toLowerCase()}`, there)).toMatchObject({ is_linked: true });
  expect(await redeem(second, there)).toMatchObject({ is_linked: false });
  const { items } = (await (await ann.ask("GET", "/me/identities")).json()) as { items: unknown[] };
  expect(items).toMatchObject([{ channel: "telegram", platform_id: "77" }]);
  expect((await ann.ask("DELETE", "/me/identities?channel=telegram&platform_id=77")).status).toBe(204);
});

test("in a group, who speaks to nobody is not answered, and people are told apart by name", async () => {
  const { write, arrived, thread } = openChat("whatsapp");
  expect(await write({ from: "mona", group: true, text: "nice weather" })).toBe("refused");
  expect(await write({ from: "mona", group: true, to_bot: true })).toBe("accepted");
  await arrived(1);
  expect(await write({ from: "mona", group: true, text: "as I said" })).toBe("refused");
  expect(await write({ from: "leo", group: true, to_bot: true })).toBe("accepted");
  expect(await arrived(2)).toEqual(["Hello.", "Hello."]);
  const { items } = await callApi<{ items: { thread: string; conversation_id: string }[] }>(
    "GET",
    "/threads",
  );
  const conversation = items.find((each) => each.thread === thread)?.conversation_id;
  const said = await callApi<{ items: { role: string; author?: string; trust?: string }[] }>(
    "GET",
    `/conversations/${conversation}/messages`,
  );
  expect(said.items.filter(({ role }) => role === "user")).toMatchObject([
    { author: "mona" },
    { author: "leo" },
  ]);
});

test("a group's own policy and a blocked sender are asked before anything else", async () => {
  const { write, thread } = openChat("whatsapp");
  const rule = (body: object) => callApi("PUT", "/channels/whatsapp/access", body);
  await rule({ kind: "group", id: thread, rule: "allowlist", name: "Family" });
  const mona = { from: "U-mona", group: true, to_bot: true } as const;
  expect(await write(mona)).toBe("refused");
  await rule({ kind: "sender", id: "U-mona", rule: "listed" });
  expect(await write(mona)).toBe("accepted");
  await rule({ kind: "sender", id: "U-mona", rule: "blocked" });
  expect(await write(mona)).toBe("refused");
  const { items } = await callApi<{ items: { kind: string }[] }>("GET", "/channels/whatsapp/access");
  expect(items.map(({ kind }) => kind).sort()).toEqual(["group", "sender"]);
  expect((await request("DELETE", "/channels/whatsapp/access?kind=sender&id=U-mona")).status).toBe(204);
  const wrong = await request("PUT", "/channels/whatsapp/access", { kind: "group", id: "1", rule: "listed" });
  expect([wrong.status, await wrong.text()]).toEqual([
    400,
    expect.stringContaining("closed, allowlist, open"),
  ]);
});

test("the list of channels says what is missing, who may write and what was last heard", async () => {
  await pairing();
  // The Worker notes it once a minute, and may have done so for the file before; `process/telegram.test.ts` sees it note.
  await new ChannelAccounts(openDatabase(env.DB), () => Date.parse("2026-01-02T03:04:05Z")).inbound({
    channel: "slack",
    sender: "U0MONA",
    sender_name: "Mona",
  });
  const { items } = await callApi<{ items: Record<string, unknown>[] }>("GET", "/channels?check=true");
  const of = (name: string) => items.find(({ channel }) => channel === name);
  expect(of("telegram")).toMatchObject({
    missing: expect.stringContaining("TELEGRAM_BOT_TOKEN"),
    policy: "closed",
    policy_by: "setting",
    webhook_url: "http://nightjar.test/webhooks/telegram",
  });
  expect(of("slack")).toMatchObject({
    missing: null,
    policy: "pairing",
    policy_by: "app",
    last_inbound_at: "2026-01-02T03:04:05.000Z",
  });
  expect(of("web")).toBeUndefined();
  const connect = await request("POST", "/channels/telegram/connect", {});
  expect([connect.status, await connect.text()]).toEqual([
    409,
    expect.stringContaining("TELEGRAM_BOT_TOKEN"),
  ]);
});

test("an admin sees as whom somebody is known, and takes back what was linked with the wrong person", async () => {
  const [admin, ann, bob] = [await somebody("admin"), await somebody("member"), await somebody("member")];
  const account = { channel: "telegram", account: "", platform_id: `tg-${ann.id}` };
  const at = ({ id }: Somebody) => `/users/${id}/identities`;
  expect((await ann.ask("POST", at(ann), account)).status).toBe(403);
  expect((await admin.ask("POST", at(ann), { ...account, name: "Ann" })).status).toBe(201);
  expect((await admin.ask("POST", at(bob), account)).status).toBe(409);
  const { items } = (await (await admin.ask("GET", at(ann))).json()) as { items: unknown[] };
  expect(items).toMatchObject([{ ...account, name: "Ann" }]);
  expect((await admin.ask("DELETE", `${at(bob)}?${new URLSearchParams(account)}`)).status).toBe(404);
  expect((await admin.ask("DELETE", `${at(ann)}?${new URLSearchParams(account)}`)).status).toBe(204);
  expect((await admin.ask("POST", at(bob), account)).status).toBe(201);
  expect((await admin.ask("GET", "/users/psn_nobody/identities")).status).toBe(404);
});

test("a conversation of the app goes on in one's own chat, and nowhere else", async () => {
  const ann = await somebody("member", { name: "Ann" });
  const { write, arrived, thread } = openChat();
  const link = { channel: "slack", account: "", platform_id: "U-goes-on", person_id: ann.id, name: "Ann" };
  await stores().identities.link(link);
  const { id } = (await (await ann.ask("POST", "/conversations", { agent: "teller" })).json()) as {
    id: string;
  };
  const place = { channel: "slack", account: "", thread };
  const continueThere = (who: Somebody, where = place) =>
    who.ask("POST", `/conversations/${id}/places`, where);
  expect((await continueThere(ann)).status).toBe(403);
  expect(await write({ from: "U-goes-on" })).toBe("accepted");
  await arrived(1);
  // The thread's row is written in the background.
  await expect.poll(async () => (await continueThere(ann)).status).toBe(201);
  expect((await continueThere(await somebody("member"))).status).toBe(404);
  expect((await continueThere(ann, { ...place, channel: "web" as "slack" })).status).toBe(400);

  expect(await write({ from: "U-goes-on", text: tell({ text: ["Here too."] }) })).toBe("accepted");
  expect(await arrived(2)).toEqual(["Hello.", "Here too."]);
  const listed = await (await ann.ask("GET", `/conversations/${id}/places`)).json();
  expect(listed).toMatchObject({ items: [{ ...place, label: "Slack" }] });
  const { items } = (await (await ann.ask("GET", `/conversations/${id}/messages`)).json()) as {
    items: unknown[];
  };
  expect(items).toHaveLength(2);

  const mirrored = await continueThere(ann, { ...place, mirror: true } as typeof place);
  expect(await mirrored.json()).toMatchObject({ ...place, mirror: true });
  const message = tell({ text: ["Said in the app."] });
  expect((await ann.ask("POST", "/chat", { conversation_id: id, message })).status).toBe(200);
  // What was asked is shown above it, in as many messages as this platform needs.
  await expect.poll(async () => (await arrived(3)).at(-1)).toContain("Said in the app.");
  expect((await arrived(3))[2]).toContain("Ann");

  const there = new URLSearchParams(place);
  expect((await ann.ask("DELETE", `/conversations/${id}/places?${there}`)).status).toBe(204);
  expect((await ann.ask("DELETE", `/conversations/${id}/places?${there}`)).status).toBe(404);
});

test("a conversation does not go on in a group", async () => {
  const { write, thread, arrived } = openChat("whatsapp");
  expect(await write({ from: "mona", group: true, to_bot: true })).toBe("accepted");
  await arrived(1);
  const { id } = await callApi<{ id: string }>("POST", "/conversations", { agent: "teller" });
  const place = { channel: "whatsapp", thread };
  await expect
    .poll(async () => (await request("POST", `/conversations/${id}/places`, place)).text())
    .toContain("Other people can read");
});
