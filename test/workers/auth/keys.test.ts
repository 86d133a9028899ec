import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import type { Env } from "../../../src/app/env.ts";
import { openDatabase } from "../../../src/storage/d1/database.ts";
import { apiKeys } from "../../../src/storage/d1/schema/people.ts";
import { stores } from "../people/somebody.ts";
import { asOperator, asProgram, Browser } from "./browser.ts";
import { type Someone, signedIn, someone } from "./persons.ts";

const db = openDatabase((env as unknown as Env).DB);
let ada: Someone;
let browser: Browser;

beforeEach(async () => {
  ada = await someone();
  browser = await signedIn(ada);
});

async function newKey(more: Record<string, unknown> = {}, by = browser) {
  const { status, body } = await by.ask("POST", "/keys", {
    body: { name: "A program", scopes: ["read"], ...more },
  });
  if (status !== 201) throw new Error(`${status} ${body.reason}`);
  return { id: String(body["id"]), key: String(body["key"]), body };
}

async function who(key: string): Promise<unknown> {
  const { status, body } = await asProgram(key, "GET", "/me");
  return status === 200 ? body["owner"] : status;
}

describe("an API key", () => {
  test("is its person, for a program that bears it", async () => {
    const { key } = await newKey();
    expect(key).toMatch(/^njk_[\w-]{43}$/);
    expect(await who(key)).toBe(ada.id);
  });

  test("is shown once, and kept as a hash", async () => {
    const { id, key, body } = await newKey();
    const { items = [] } = (await browser.ask("GET", "/keys")).body;
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ id, name: "A program", scopes: ["read"], last_four: key.slice(-4) });
    expect(JSON.stringify(items)).not.toContain(key);
    expect(body["last_used_at"]).toBeNull();
    const [row] = await db.select().from(apiKeys).where(eq(apiKeys.id, id));
    expect(JSON.stringify(row)).not.toContain(key.slice(4));
  });

  test("that was revoked opens nothing from the next request on", async () => {
    const { id, key } = await newKey();
    expect((await browser.ask("DELETE", `/keys/${id}`)).status).toBe(204);
    expect(await who(key)).toBe(401);
    expect((await browser.ask("GET", "/keys")).body.items).toEqual([]);
    expect((await browser.ask("DELETE", `/keys/${id}`)).status).toBe(404);
  });

  test("that has expired opens nothing, and is still in the list", async () => {
    const { id, key } = await newKey({ expires_at: new Date(Date.now() + 60_000).toISOString() });
    expect(await who(key)).toBe(ada.id);
    await db
      .update(apiKeys)
      .set({ expires_at: Date.now() - 1 })
      .where(eq(apiKeys.id, id));
    expect(await who(key)).toBe(401);
    expect((await browser.ask("GET", "/keys")).body.items).toHaveLength(1);
  });

  test("opens nothing while its person may not sign in, nor when they are gone", async () => {
    const { key } = await newKey();
    await stores().persons.change(ada.id, { disabled: true });
    expect(await who(key)).toBe(401);
    await stores().persons.change(ada.id, { disabled: false });
    expect(await who(key)).toBe(ada.id);
    await stores().persons.remove(ada.id);
    expect(await who(key)).toBe(401);
  });

  test("outlives the sessions of its person", async () => {
    const { key } = await newKey();
    await browser.ask("DELETE", "/auth/session");
    expect(await who(key)).toBe(ada.id);
  });

  test("says when it was used, and not at every request", async () => {
    const { id, key } = await newKey();
    await who(key);
    const [first] = await stores().apiKeys.of(ada.id);
    expect(first?.last_used_at).toBeGreaterThan(Date.now() - 60_000);
    await db
      .update(apiKeys)
      .set({ last_used_at: 1_000 + Date.now() - 600_000 })
      .where(eq(apiKeys.id, id));
    await who(key);
    const [second] = await stores().apiKeys.of(ada.id);
    expect(second?.last_used_at).toBeLessThan(Date.now() - 500_000);
  });

  test.each([
    ["cut", (key: string) => key.slice(0, -1), 401],
    ["in another case", (key: string) => key.toLowerCase(), 401],
    ["without its beginning", (key: string) => key.slice(4), 401],
    ["its hash", (_key: string) => "njk_hash", 401],
    ["nothing but its beginning", (_key: string) => "njk_", 401],
  ])("opens nothing when it is %s", async (_case, spoilt, expected) => {
    const { key } = await newKey();
    expect(await who(spoilt(key))).toBe(expected);
  });

  test.each([
    ["in another scheme", (key: string) => `Basic ${key}`, 401],
    ["without a scheme", (key: string) => key, 401],
    ["twice", (key: string) => `Bearer ${key}, Bearer ${key}`, 401],
  ])("opens nothing when it is sent %s, also beside a good session", async (_case, header, expected) => {
    const { key } = await newKey();
    const { status, body } = await browser.ask("GET", "/me", { headers: { authorization: header(key) } });
    expect([status, body.error]).toEqual([expected, "malformed_token"]);
  });

  test("opens nothing in another header, in the address or in a cookie", async () => {
    const { key } = await newKey();
    const stranger = new Browser();
    expect((await stranger.ask("GET", "/me", { headers: { "x-api-key": key } })).status).toBe(401);
    expect((await stranger.ask("GET", `/preferences?token=${key}`)).status).toBe(401);
    stranger.cookie = `nightjar_session=${key}`;
    expect((await stranger.ask("GET", "/me")).status).toBe(401);
  });

  test.each([
    ["without a scope", { scopes: [] }, "scopes"],
    ["with a scope that there is not", { scopes: ["everything"] }, "scopes"],
    ["without a name", { name: " " }, "name"],
    ["with a date that is none", { expires_at: "soon" }, "expires_at"],
    ["with a date that is past", { expires_at: "2020-01-01" }, "expires_at"],
    ["for somebody else", { person_id: "admin" }, "person_id"],
  ])("is not made %s", async (_case, more, field) => {
    const { status, body } = await browser.ask("POST", "/keys", {
      body: { name: "k", scopes: ["read"], ...more },
    });
    expect([status, body.error]).toEqual([400, "malformed_request"]);
    expect(body.reason).toContain(field);
  });

  test("makes no other keys, and looks at none but with the scope to", async () => {
    const strong = (await newKey({ scopes: ["admin"] })).key;
    expect((await asProgram(strong, "POST", "/keys", { name: "k", scopes: ["chat"] })).status).toBe(403);
    const weak = (await newKey({ scopes: ["chat", "read", "write"] })).key;
    expect((await asProgram(weak, "GET", "/keys")).status).toBe(403);
    expect((await asProgram(weak, "GET", "/auth/sessions")).status).toBe(403);
  });

  test("is neither seen nor revoked by others, but an admin may revoke it", async () => {
    const { id, key } = await newKey();
    const mallory = await signedIn(await someone());
    expect((await mallory.ask("GET", "/keys")).body.items).toEqual([]);
    expect((await mallory.ask("DELETE", `/keys/${id}`)).status).toBe(404);
    expect(await who(key)).toBe(ada.id);
    expect((await asOperator("DELETE", `/keys/${id}`)).status).toBe(204);
    expect(await who(key)).toBe(401);
  });

  test("is not for guests", async () => {
    const guest = await signedIn(await someone("guest"));
    expect((await guest.ask("POST", "/keys", { body: { name: "k", scopes: ["chat"] } })).status).toBe(403);
  });
});

describe("an admin's key", () => {
  test("is an admin's only with the scope that says so", async () => {
    const boss = await signedIn(await someone("admin"));
    const [plain, strong] = [
      (await newKey({ scopes: ["chat", "read", "write"] }, boss)).key,
      (await newKey({ scopes: ["admin"] }, boss)).key,
    ];
    expect((await asProgram(plain, "GET", "/users")).status).toBe(403);
    expect((await asProgram(plain, "GET", "/me")).body["role"]).toBe("member");
    expect((await asProgram(strong, "GET", "/users")).status).toBe(200);
  });

  test("is no admin's any more when its person is none", async () => {
    const bird = await someone("admin");
    const { key } = await newKey({ scopes: ["admin"] }, await signedIn(bird));
    await stores().persons.change(bird.id, { role: "member" });
    expect((await asProgram(key, "GET", "/users")).status).toBe(403);
  });
});

describe("who was let in stands", () => {
  const { standing, persons, sessions } = stores();

  test("as long as their session or key does, with the role they have now", async () => {
    const { id } = await newKey();
    const [session] = await sessions.of(ada.id);
    const shown = { owner: ada.id, role: "member" as const, name: "Owl" };
    const [byKey, bySession] = [
      { ...shown, key_id: id, scopes: ["read"] as const, is_unremembered: true as const },
      { ...shown, session_id: session?.id ?? "" },
    ];
    expect([await standing(byKey), await standing(bySession)]).toEqual([byKey, bySession]);
    await persons.change(ada.id, { role: "guest" });
    expect(await standing(bySession)).toEqual({ ...bySession, role: "guest" });
    // A guest makes no keys, but may take back those from before.
    await browser.ask("DELETE", `/keys/${id}`);
    expect(await standing(byKey)).toBeUndefined();
    await browser.ask("DELETE", "/auth/session");
    expect(await standing(bySession)).toBeUndefined();
  });

  test("without either as long as they may sign in; the operator always", async () => {
    const shown = { owner: ada.id, role: "member" as const, name: "Owl" };
    expect(await standing(shown)).toEqual(shown);
    await persons.change(ada.id, { disabled: true });
    expect(await standing(shown)).toBeUndefined();
    const operator = { owner: "admin", role: "admin" as const, name: "Admin" };
    expect(await standing(operator)).toEqual(operator);
  });
});
