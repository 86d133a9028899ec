/**
 * Permissions, case by case: each case is one request or chat message of somebody, and its outcome. Rules for every
 * route are in `access.test.ts`.
 */
import { exports } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import {
  type Access,
  type AccessPolicy,
  accessOf,
  type GroupPolicy,
} from "../../../src/routing/access/access.ts";
import { PASSWORD } from "../auth/persons.ts";
import { aTown, DISABLED_NAME, OWNERS_NAME, type Town } from "./town.ts";

type Case = [who: string, asks: string, status: number, body?: object];

const READ = "GET /conversations/{conversation}";
const SAY = "POST /conversations/{conversation}/halt";
/** Decides a call that waits for approval. */
const DECIDE = "POST /conversations/{asking}/approvals";
const MANAGE = "PATCH /conversations/{conversation}";
const YES = { call_id: "{call}", decision: "deny" };
const TITLE = { title: "Private" };

/** Whoever is let in is let in by one of these, and nobody else is. */
const SIGNING_IN: Case[] = [
  ["nobody", "GET /me", 401],
  ["owner", "GET /me", 200],
  ["nobody", "GET /auth/session", 200],
  ["the owner on a page of another site", "GET /auth/session", 403],
  ["the operator's token", "GET /me", 200],
  ["a token that is none", "GET /me", 401],
  ["the owner's key for read", "GET /me", 200],
  ["a key that was taken back", "GET /me", 401],
  ["a key that has expired", "GET /me", 401],
  ["a session that was signed out", "GET /me", 401],
  ["a session that has expired", "GET /me", 401],
  ["an admin who was disabled", "GET /me", 401],
  ["the owner on a page of another site", "GET /me", 403],
  ["the owner, by the trusted proxy", "GET /me", 200],
  ["the owner's name, by a proxy without its secret", "GET /me", 401],
  ["a name that nobody has, by the trusted proxy", "GET /me", 401],
  ["a disabled name, by the trusted proxy", "GET /me", 401],
  ["a client's key", "GET /me", 200],
  ["nobody", "POST /auth/login", 200, { username: OWNERS_NAME, password: PASSWORD }],
  ["nobody", "POST /auth/login ", 200, { username: OWNERS_NAME.toUpperCase(), password: PASSWORD }],
  ["nobody", "POST /auth/login  ", 401, { username: OWNERS_NAME, password: "a wrong password" }],
  ["nobody", "POST /auth/login   ", 401, { username: "nobody.here", password: PASSWORD }],
  ["nobody", "POST /auth/login    ", 401, { username: DISABLED_NAME, password: PASSWORD }],
  ["nobody", "POST /auth/reset/check", 401, { token: "none" }],
  ["nobody", "POST /auth/join/check", 200, { code: "{code}" }],
  ["nobody", "POST /auth/join/check ", 401, { code: "AAAA-BBBB-CCCC" }],
  ["nobody", "POST /auth/visit", 409, { code: "{code}" }],
  ["nobody", "GET /auth/oidc/callback?code=x&state=y", 303],
  ["nobody", "POST /auth/oidc", 401, {}],
  ["the owner's key for admin", "POST /auth/oidc", 409, {}],
  ["the owner, who acts for a client", "POST /auth/oidc", 403, {}],
];

const IN_A_CONVERSATION: Case[] = [
  ["nobody", READ, 401],
  ["owner", READ, 200],
  ["a reader", READ, 200],
  ["a writer", READ, 200],
  ["an approver", READ, 200],
  ["a guest who was let in", READ, 200],
  ["a stranger", READ, 404],
  ["a guest", READ, 404],
  ["another admin", READ, 200],
  ["an admin of yesterday", READ, 404],
  ["the owner, who acts for a client", READ, 404],
  ["a client's key", READ, 404],
  ["owner", SAY, 202, {}],
  ["a reader", SAY, 403, {}],
  ["a writer", SAY, 202, {}],
  ["an approver", SAY, 403, {}],
  ["a guest who was let in", SAY, 202, {}],
  ["a stranger", SAY, 404, {}],
  ["a guest", SAY, 404, {}],
  ["the owner's key for read", SAY, 403, {}],
  ["the owner's key for chat", SAY, 202, {}],
  ["the owner on a page of another site", SAY, 403, {}],
  ["a reader", DECIDE, 403, YES],
  ["a writer", DECIDE, 403, YES],
  ["a guest who was let in", DECIDE, 403, YES],
  ["a stranger", DECIDE, 404, YES],
  ["an approver", DECIDE, 202, YES],
  ["owner", MANAGE, 200, TITLE],
  ["a writer", MANAGE, 403, TITLE],
  ["an approver", MANAGE, 403, TITLE],
  ["a guest who was let in", MANAGE, 403, TITLE],
  ["a stranger", MANAGE, 404, TITLE],
  ["another admin", MANAGE, 200, TITLE],
  ["the owner's key for write", MANAGE, 200, TITLE],
  ["the owner's key for chat", MANAGE, 403, TITLE],
  ["a writer", "PUT /conversations/{conversation}/members/{stranger}", 403, { rights: ["read"] }],
  ["a writer", "DELETE /conversations/{conversation}", 403],
  ["a stranger", "DELETE /conversations/{conversation}", 404],
];

/** One person's things are hidden from everybody else, whatever they are. */
const OWNED: Case[] = [
  ["owner", "GET /files/{file}", 200],
  ["a stranger", "GET /files/{file}", 404],
  ["a writer", "GET /files/{file}?conversation={conversation}", 404],
  ["a stranger", "PATCH /memory/items/{memory}", 404, { content: "Hates owls" }],
  ["owner", "GET /schedules/{schedule}", 200],
  ["a stranger", "GET /schedules/{schedule}", 404],
  ["a guest", "GET /schedules/{schedule}", 403],
  ["a stranger", "DELETE /hooks/{hook}", 404],
  ["owner", "GET /capabilities/own_tool", 200],
  ["a stranger", "GET /capabilities/own_tool", 404],
  ["the owner, who acts for a client", "GET /capabilities/own_tool", 404],
  ["a stranger", "PATCH /capabilities/own_tool", 404, { agents: [] }],
  ["a stranger", "PATCH /agents/{agent}", 404, { role: "mine" }],
  ["a stranger", "POST /chat", 404, { message: "hello", agent: "{agent}" }],
  ["a guest", "POST /chat", 404, { message: "hello", agent: "{agent}" }],
  ["owner", "GET /clients/{client}", 200],
  ["a stranger", "GET /clients/{client}", 404],
  ["another admin", "POST /clients/{client}/enter", 403, {}],
  ["the owner, who acts for a client", "POST /clients", 403, { slug: "deeper", name: "Deeper" }],
  ["a client's key", "POST /clients", 403, { slug: "deeper", name: "Deeper" }],
];

const OF_THE_OPERATOR: Case[] = [
  ["a stranger", "GET /users", 403],
  ["a guest", "GET /users", 403],
  ["an admin of yesterday", "GET /users", 403],
  ["another admin", "GET /users", 200],
  ["a stranger", "POST /invites", 403, { name: "Mine" }],
  ["a guest", "GET /jobs", 403],
  ["a guest", "POST /import", 403, {}],
  ["owner", "PATCH /users/{owner}", 403, { role: "admin" }],
  ["the owner's key for admin", "POST /keys", 403, { name: "Another", scopes: ["admin"] }],
  ["the owner, who acts for a client", "GET /users", 403],
];

const HTTP_CASES = [...SIGNING_IN, ...IN_A_CONVERSATION, ...OWNED, ...OF_THE_OPERATOR];

interface Chat {
  of: string;
  setting: AccessPolicy;
  role?: "member" | "guest" | "admin";
  group?: GroupPolicy;
  sender?: "listed" | "blocked";
}

/** In a group everybody hears what is answered: who is let in elsewhere has nothing by that here. */
const IN_A_GROUP: [Chat, Access][] = [
  [{ of: "a stranger", setting: "closed" }, "refused"],
  [{ of: "a stranger", setting: "pairing" }, "refused"],
  [{ of: "a stranger", setting: "allowlist" }, "refused"],
  [{ of: "a stranger", setting: "open" }, "guest"],
  [{ of: "a stranger", setting: "closed", group: "open" }, "guest"],
  [{ of: "a stranger", setting: "open", group: "closed" }, "refused"],
  [{ of: "a stranger", setting: "open", sender: "blocked" }, "refused"],
  [{ of: "who is listed", setting: "allowlist", sender: "listed" }, "refused"],
  [{ of: "who is listed", setting: "closed", group: "allowlist", sender: "listed" }, "guest"],
  [{ of: "a linked member", setting: "closed", role: "member" }, "linked"],
  [{ of: "a linked admin", setting: "closed", role: "admin" }, "linked"],
  [{ of: "a linked member", setting: "open", role: "member", sender: "blocked" }, "refused"],
  [{ of: "a guest by pairing", setting: "closed", role: "guest" }, "refused"],
  [{ of: "a guest by pairing", setting: "pairing", role: "guest", group: "open" }, "linked"],
];

let town: Town;
beforeAll(async () => {
  town = await aTown();
}, 60_000);

function ask([who, asks, , body]: Case): Promise<Response> {
  const worker = (exports as unknown as { default: Fetcher }).default;
  const filled = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => town.ids[name] ?? whole);
  const [method = "", path = ""] = asks.split(" ");
  const known = town.who[who];
  if (!known) throw new Error(`Nobody is called ${who}`);
  return worker.fetch(`http://nightjar.test/api/v1${filled(path)}`, {
    method,
    redirect: "manual",
    headers: { "content-type": "application/json", ...known },
    ...(body && { body: filled(JSON.stringify(body)) }),
  });
}

describe.each([
  ["signing in", SIGNING_IN],
  ["a conversation", IN_A_CONVERSATION],
  ["what somebody owns", OWNED],
  ["what is the operator's", OF_THE_OPERATOR],
])("%s", (_what, cases) => {
  test.each(cases)("%s: %s is %i", async (...one) => {
    const response = await ask(one);
    const reason = await response.text();
    expect(`${response.status} ${response.status === one[2] ? "" : reason}`).toBe(`${one[2]} `);
  });
});

test.each(IN_A_GROUP)("in a group, %o is %s", ({ setting, role, group, sender }, access) => {
  const rules = { account: null, group: group ?? null, sender: sender ?? null };
  expect(accessOf({ is_group: true, setting, role, rules })).toBe(access);
});

test("there are at least sixty cases, each another one", () => {
  const named = [
    ...HTTP_CASES.map(([who, asks]) => `${who} ${asks}`),
    ...IN_A_GROUP.map((one) => JSON.stringify(one)),
  ];
  expect(new Set(named).size).toBe(named.length);
  expect(named.length).toBeGreaterThanOrEqual(60);
});
