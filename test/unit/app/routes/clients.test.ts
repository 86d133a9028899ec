import { expect, test } from "vitest";
import { clientsPart } from "../../../../src/app/clients/part.ts";
import { checkAgent, conversations, mount } from "./mount.ts";

const erased: string[] = [];
const { as, stores } = mount(clientsPart, (shared, { agents }) => {
  const own = {
    agents,
    agentCache: { forget: () => undefined },
    frontDoor: { checkAgent },
    conversations: conversations({}),
    presence: { changing: (_id: string, change: () => Promise<unknown>) => change() },
    budgets: { spent: async () => 0 },
    budgetGuard: { forget: () => undefined },
    clientBots: { forget: () => undefined },
    threadCache: { forgetAll: () => undefined },
    jobs: { enqueue: async ({ owner }: { owner: string }) => ({ id: `job_${erased.push(owner)}` }) },
  };
  const open = clientsPart.open as (services: object) => { verbs: object };
  return { own, verbs: open({ ...shared, ...own }).verbs };
});
const ann = as("ann");
const operator = as("root", "admin");
const takenOn = async (slug: string, more: object = {}) =>
  (await ann("POST", "/clients", { slug, name: `The ${slug}`, ...more })).body ?? {};

test("what is bad is refused with what to do, and what is somebody else's is not there", async () => {
  expect((await ann("POST", "/clients", { slug: "Not one", name: "x" })).status).toBe(400);
  expect((await ann("POST", "/clients", { slug: "one", name: "x", colour: "red" })).status).toBe(400);
  const { id } = await takenOn("strict");
  expect((await ann("POST", "/clients", { slug: "strict", name: "Again" })).status).toBe(409);
  const { body: changed } = await ann("PATCH", `/clients/${id}`, { name: "Strict & Co" });
  expect(changed).toMatchObject({ name: "Strict & Co", version: 2, slug: "strict" });

  const ben = as("ben");
  expect((await ben("GET", `/clients/${id}`)).status).toBe(404);
  expect((await ben("POST", `/clients/${id}/enter`)).status).toBe(404);
  expect((await ben("GET", "/clients")).body).toMatchObject({ items: [] });
  expect((await as("guest", "guest")("POST", "/clients", { slug: "x", name: "x" })).status).toBe(403);
  expect((await operator("GET", `/clients/${id}`)).status).toBe(200);
});

test("bots are given by the operator alone, each to one client", async () => {
  const [one, other] = [await takenOn("one-bot"), await takenOn("no-bot")];
  const channels = [{ channel: "slack", account: "" }];
  expect((await ann("PUT", `/clients/${one["id"]}/channels`, { channels })).status).toBe(403);
  expect((await operator("PUT", `/clients/${one["id"]}/channels`, { channels })).body).toMatchObject({
    channels,
  });
  expect((await operator("PUT", `/clients/${other["id"]}/channels`, { channels })).status).toBe(409);
});

test("only an active client gets a key, which acts for it and is shown once", async () => {
  const { id } = await takenOn("keyed");
  const wish = { name: "program", scopes: ["chat"] };
  const { status, body } = await ann("POST", `/clients/${id}/keys`, wish);
  expect(status).toBe(201);
  expect(await stores.apiKeys.bySecret(String(body?.["key"]))).toMatchObject({ person: { id } });
  expect((await ann("POST", `/clients/${id}/keys`, { ...wish, scopes: ["admin"] })).status).toBe(400);
  await ann("PATCH", `/clients/${id}`, { active: false });
  expect((await ann("POST", `/clients/${id}/keys`, wish)).status).toBe(409);
  expect(await stores.apiKeys.bySecret(String(body?.["key"]))).toBeUndefined();
});

test("one that is removed goes with its agents, and all it had is erased", async () => {
  const { id } = await takenOn("fleeting");
  expect((await ann("DELETE", `/clients/${id}`)).body).toMatchObject({ id, job_id: "job_1" });
  expect((await ann("GET", `/clients/${id}`)).status).toBe(404);
  expect(await stores.persons.get(String(id))).toBeUndefined();
  expect(await takenOn("fleeting")).toMatchObject({ slug: "fleeting" });
});
