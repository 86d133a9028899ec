/** The whole table, asked by whoever may not: each route refuses them, before it has done anything. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { Env } from "../../../src/app/env.ts";
import type { Route } from "../../../src/app/http/api.ts";
import { refusalOf, scopesOf } from "../../../src/app/http/policy.ts";
import type { KeyScope } from "../../../src/domain/key-scopes.ts";
import { openDatabase } from "../../../src/storage/d1/database.ts";
import { sessions } from "../../../src/storage/d1/schema/people.ts";
import { Scene } from "../conversation/scene.ts";
import { type Somebody, somebody } from "../people/somebody.ts";
import { nameOf, requestOf, TABLE } from "./table.ts";

const GUARDED = TABLE.filter(({ policy }) => policy.who !== "public");
const FOR_ADMINS = GUARDED.filter(({ policy }) => policy.who === "admin");
const FOR_MEMBERS = GUARDED.filter(({ policy }) => policy.who === "member");
let asked = 0;

/** The routes among these that answer otherwise, each with what it said. By an address of its own: nobody is too quick. */
async function othersThan(status: number, routes: readonly Route[], headers: Record<string, string>) {
  asked += 1;
  const address = `203.0.113.${100 + asked}`;
  const told = routes.map(async (route) => {
    const response = await requestOf(route, { "cf-connecting-ip": address, ...headers });
    const reason = await response.text();
    return response.status === status ? [] : [`${nameOf(route)}: ${response.status} ${reason}`];
  });
  return (await Promise.all(told)).flat();
}

async function keyOf(person: Somebody, scopes: readonly KeyScope[]): Promise<{ id: string; key: string }> {
  return (await person.ask("POST", "/keys", { name: "A program", scopes })).json();
}

const bearing = (token: string) => ({ authorization: `Bearer ${token}` });

describe("every route that is not open to anybody", () => {
  let member: Somebody;
  beforeAll(async () => {
    member = await somebody("member");
  });

  test("is closed to whoever says nothing of themselves", async () => {
    expect(await othersThan(401, GUARDED, {})).toEqual([]);
  });

  test("is closed to a key that was revoked", async () => {
    const { id, key } = await keyOf(member, ["admin"]);
    await member.ask("DELETE", `/keys/${id}`);
    expect(await othersThan(401, GUARDED, bearing(key))).toEqual([]);
  });

  test("is closed to a session that has expired", async () => {
    const late = await somebody("admin");
    const db = openDatabase((env as unknown as Env).DB);
    await db.update(sessions).set({ expires_at: 1 }).where(eq(sessions.owner, late.id));
    expect(await othersThan(401, GUARDED, { cookie: late.cookie })).toEqual([]);
  });

  test("is closed to pages of other sites, whoever looks at them", async () => {
    const admin = await somebody("admin");
    const headers = { cookie: admin.cookie, origin: "https://elsewhere.example" };
    expect(await othersThan(403, GUARDED, headers)).toEqual([]);
  });

  test("for the operator is closed to members", async () => {
    expect(await othersThan(403, FOR_ADMINS, { cookie: member.cookie })).toEqual([]);
  });

  test("for members is closed to guests", async () => {
    const guest = await somebody("guest");
    expect(await othersThan(403, [...FOR_ADMINS, ...FOR_MEMBERS], { cookie: guest.cookie })).toEqual([]);
  });

  test("is closed to an operator's key for talking, unless it is there for that", async () => {
    const { key } = await keyOf(await somebody("admin"), ["chat"]);
    const closed = GUARDED.filter(({ policy }) => !scopesOf(policy).includes("chat"));
    expect(await othersThan(403, closed, bearing(key))).toEqual([]);
    expect(closed.length).toBeGreaterThan(50);
  });
});

test("a key for reading opens no route that changes something, and one for everything opens all", () => {
  const operator = { owner: "admin", role: "admin", name: "Admin" } as const;
  const opened = (scope: KeyScope) =>
    GUARDED.filter(({ policy }) => refusalOf(policy, { ...operator, scopes: [scope] }) === undefined);
  expect(opened("admin")).toEqual(GUARDED);
  // A search that streams its progress, a question in a body, the end of a session that a key does not have, and MCP, where
  // each thing that is offered asks for its own scope.
  const changing = opened("read").filter(({ method }) => method !== "get");
  expect(changing.map(nameOf).sort()).toEqual([
    "DELETE /auth/session",
    "DELETE /mcp",
    "POST /mcp",
    "POST /memory/deep",
    "POST /routing/explain",
    "POST /schedules/preview",
  ]);
});

test("every route of a conversation answers another person as if there were none", async () => {
  const scene = await Scene.open();
  const own = GUARDED.filter(
    ({ path, policy }) => path.startsWith("/conversations/:id") && policy.who !== "admin",
  );
  expect(own.length).toBeGreaterThan(20);
  const { cookie } = await somebody("member");
  const answers = own.map(async (route) => {
    const response = await requestOf(route, { cookie }, scene.id);
    await response.body?.cancel();
    return response.status === 404 ? [] : [`${nameOf(route)}: ${response.status}`];
  });
  expect((await Promise.all(answers)).flat()).toEqual([]);
  expect(await scene.messages()).toEqual([]);
});
