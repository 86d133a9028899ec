import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import "../../support/workers/provided.ts";
import { call } from "../../support/model-wire/answer.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { type ChatReply, callApi, chat, request } from "../api.ts";
import { signedIn, somebody } from "../people/somebody.ts";

interface Client {
  id: string;
  slug: string;
  name: string;
  version: number;
  active: boolean;
  agents: string[];
  conversations: number;
  spent_this_month_usd: number;
}

/** Requests of a program that has a key of the client's own. */
async function programOf(client: Client) {
  const body = { name: "test", scopes: ["chat", "write"] };
  const { key } = await callApi<{ key: string }>("POST", `/clients/${client.id}/keys`, body);
  return async (method: string, path: string, sent?: unknown) =>
    (exports as unknown as { default: Fetcher }).default.fetch(`http://nightjar.test/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
    });
}

const takenOn = (slug: string, more: object = {}) =>
  callApi<Client>("POST", "/clients", { slug, name: `The ${slug}`, ...more });

test("what one client is remembered by is in nobody else's memory, not in its keeper's either", async () => {
  const [acme, zeta] = [await takenOn("acme"), await takenOn("zeta")];
  const [asAcme, asZeta] = [await programOf(acme), await programOf(zeta)];
  const secret = { content: "The launch code of the heron project is marmalade." };
  expect((await asAcme("POST", "/memory/items", secret)).status).toBe(201);
  const found = async (ask: typeof asAcme) =>
    JSON.stringify(await (await ask("GET", "/memory/search?q=launch%20code%20heron%20project")).json());
  expect(await found(asAcme)).toContain("marmalade");
  expect(await found(asZeta)).not.toContain("marmalade");
  expect(await found(request)).not.toContain("marmalade");

  const agent = { slug: "acme-desk", name: "Desk", instructions: "Serve.", models: ["openai/told"] };
  expect((await asAcme("POST", "/agents", agent)).status).toBe(201);
  const message = tell({ text: ["Noted."] });
  const said = await asAcme("POST", "/chat", { message, agent: "acme-desk", model: "openai/told" });
  expect(said.status).toBe(200);
  const other = await asZeta("POST", "/chat", { message, agent: "acme-desk", model: "openai/told" });
  expect(other.status).toBe(404);
  const { conversation_id } = (await said.json()) as ChatReply;
  expect((await asZeta("GET", `/conversations/${conversation_id}`)).status).toBe(404);
  const listed = await callApi<Client>("GET", `/clients/${acme.id}`);
  expect(listed).toMatchObject({ agents: ["acme-desk"], conversations: 1 });
});

test("a budget that is used up stops its own client alone", async () => {
  const [poor, rich] = [await takenOn("poor", { spend_per_day_usd: 0 }), await takenOn("rich")];
  const say = { message: tell({ text: ["Yes."] }), model: "openai/told" };
  const stopped = (await (await (await programOf(poor))("POST", "/chat", say)).json()) as ChatReply;
  expect(stopped).toMatchObject({ status: "failed" });
  expect(stopped.reply).toContain("The budget of $0.00 a day for this client is used up.");
  const went = (await (await (await programOf(rich))("POST", "/chat", say)).json()) as ChatReply;
  expect(went).toMatchObject({ status: "completed", reply: "Yes." });
  expect((await chat(tell({ text: ["Own."] }))).status).toBe("completed");

  await callApi("PATCH", `/clients/${poor.id}`, { spend_per_day_usd: null });
  const again = (await (await (await programOf(poor))("POST", "/chat", say)).json()) as ChatReply;
  expect(again.status).toBe("completed");
});

/** $2 in, $10 out for a million tokens: a call with this usage costs ten cents. */
const TEN_CENTS = { input: 10_000, output: 8_000 };
const SONNET = "anthropic/claude-sonnet-5";

test("what a client spends is counted for it alone, and pays from its keeper's budget too", async () => {
  const ann = await somebody("member");
  const kept = async (slug: string) =>
    (await (await ann.ask("POST", "/clients", { slug, name: slug })).json()) as Client;
  const [busy, idle] = [await kept("busy"), await kept("idle")];
  const [asBusy, asIdle] = [await programOf(busy), await programOf(idle)];
  const agent = { slug: "busy-desk", name: "Desk", instructions: "Serve.", models: [SONNET] };
  const limits = { max_output_tokens: 1_000 };
  expect((await asBusy("POST", "/agents", { ...agent, limits })).status).toBe(201);
  const message = tell({ text: ["Done."], usage: TEN_CENTS });
  const spent = await asBusy("POST", "/chat", { message, agent: "busy-desk" });
  expect(await spent.json()).toMatchObject({ status: "completed", cost_usd: 0.1 });
  const costOf = async ({ id }: Client) =>
    (await callApi<Client>("GET", `/clients/${id}`)).spent_this_month_usd;
  await expect.poll(() => costOf(busy)).toBeCloseTo(0.1);
  expect(await costOf(idle)).toBe(0);

  await callApi("PUT", "/budgets", { scope: "user", key: ann.id, limit_usd: 0.1 });
  const say = { message: tell({ text: ["Yes."] }), model: "openai/told" };
  for (const ask of [asBusy, asIdle]) {
    const stopped = (await (await ask("POST", "/chat", say)).json()) as ChatReply;
    expect(stopped.reply).toContain("The budget of $0.10 a day for whoever keeps this client is used up.");
  }
  expect((await chat(tell({ text: ["Mine."] }))).status).toBe("completed");
});

test("its keeper acts for it in the browser and comes back, and nobody acts for it once the keeper may not", async () => {
  const ann = await somebody("member");
  const made = await ann.ask("POST", "/clients", { slug: "own", name: "Own" });
  const client = (await made.json()) as Client;
  const entered = await ann.ask("POST", `/clients/${client.id}/enter`);
  const cookie = entered.headers.get("set-cookie")?.split(";")[0] ?? "";
  expect((await ann.ask("GET", "/me")).status).toBe(401);
  const { ask } = browser(cookie);
  expect(await (await ask("GET", "/me")).json()).toMatchObject({
    id: client.id,
    role: "member",
    keeper: { id: ann.id },
  });
  expect((await ask("POST", "/clients", { slug: "deeper", name: "Deeper" })).status).toBe(403);
  const left = await ask("POST", "/clients/leave");
  const back = browser(left.headers.get("set-cookie")?.split(";")[0] ?? "");
  expect(await (await back.ask("GET", "/me")).json()).toMatchObject({ id: ann.id });
  expect((await back.ask("POST", "/clients/leave")).status).toBe(409);

  const program = await programOf(client);
  expect((await program("GET", "/me")).status).toBe(200);
  await callApi("PATCH", `/users/${ann.id}`, { disabled: true });
  expect((await program("GET", "/me")).status).toBe(401);
});

test("who is signed out everywhere acts for no client any more, and a client gets no password", async () => {
  const ann = await somebody("member");
  const other = await signedIn(ann.id);
  const client = (await (await ann.ask("POST", "/clients", { slug: "lost", name: "Lost" })).json()) as Client;
  const entered = await other.ask("POST", `/clients/${client.id}/enter`);
  const thief = browser(entered.headers.get("set-cookie")?.split(";")[0] ?? "");
  const password = { username: "lost-client", new_password: "correct horse battery staple 7" };
  expect((await thief.ask("PUT", "/auth/password", password)).status).toBe(403);
  expect((await thief.ask("POST", "/auth/oidc")).status).toBe(403);
  const { items } = (await (await ann.ask("GET", "/auth/sessions")).json()) as { items: object[] };
  expect(items).toContainEqual(expect.objectContaining({ client: client.id, current: false }));

  expect(await (await ann.ask("DELETE", "/auth/sessions")).json()).toEqual({ ended: 1 });
  expect((await thief.ask("POST", "/clients/leave")).status).toBe(401);
  expect((await ann.ask("GET", "/me")).status).toBe(200);
});

function browser(cookie: string) {
  return {
    ask: (method: string, path: string, body?: unknown) =>
      (exports as unknown as { default: Fetcher }).default.fetch(`http://nightjar.test/api/v1${path}`, {
        method,
        headers: { cookie, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
  };
}

type Asked = ChatReply & { asks: { call_id: string; reason: string }[] };

test("a conductor takes a client on with its person's yes, by a tool or a tag, and that is taken back", async () => {
  const conductor = (slug: string, tools: object) =>
    callApi("POST", "/agents", {
      ...{ slug, name: slug, instructions: "Conduct.", models: ["openai/told"], conductor: true, tools },
    });
  await conductor("keeper-asks", {});
  const wish = { slug: "by-tool", name: "By tool", spend_per_month_usd: 5 };
  const asked = (await chat(tell({ calls: [call("c1", "create_client", wish)] }, { text: ["Taken on."] }), {
    agent: "keeper-asks",
  })) as Asked;
  expect(asked).toMatchObject({ status: "parked" });
  expect(asked.asks[0]?.reason).toContain('take on the client "by-tool"');

  await conductor("keeper-may", { create_client: "allow", update_client: "allow", create_agent: "allow" });
  const tag =
    "[CREATE_CLIENT]\nName: Baker & Sons\nKind: organisation\nBudget: 12\nThey bake at night.\n[/CREATE_CLIENT]";
  await chat(tell({ text: [`Taken on. ${tag}`] }, { text: ["Done."] }), { agent: "keeper-may" });
  const list = await callApi<{ items: Client[] }>("GET", "/clients");
  const baker = list.items.find(({ slug }) => slug === "baker-sons");
  expect(baker).toMatchObject({
    name: "Baker & Sons",
    notes: "They bake at night.",
    spend_per_month_usd: 12,
  });

  const agent = { slug: "baker-desk", name: "Desk", instructions: "Serve.", client: "baker-sons" };
  const change = { slug: "baker-sons", spend_per_month_usd: 20 };
  const calls = [call("c2", "create_agent", agent), call("c3", "update_client", change)];
  const told = tell({ calls }, { calls: [call("c4", "list_clients", {})] }, { text: ["So it is."] });
  await chat(told, { agent: "keeper-may" });
  expect(await callApi("GET", "/agents/baker-desk")).toMatchObject({ owner: baker?.id });

  const { items } = await callApi<{ items: { id: string; kind: string; did: string; slug: string }[] }>(
    "GET",
    "/conducted?limit=3",
  );
  const of = (did: string, kind: string) => items.find((each) => each.did === did && each.kind === kind);
  await callApi("POST", `/conducted/${of("updated", "client")?.id}/undo`);
  expect(await callApi("GET", `/clients/${baker?.id}`)).toMatchObject({ spend_per_month_usd: 12 });
  expect((await request("POST", `/conducted/${of("created", "client")?.id}/undo`)).status).toBe(409);
});
