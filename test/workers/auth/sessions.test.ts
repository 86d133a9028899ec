import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import type { Env } from "../../../src/app/env.ts";
import { openDatabase } from "../../../src/storage/d1/database.ts";
import { sessions } from "../../../src/storage/d1/schema/people.ts";
import { stores } from "../people/somebody.ts";
import { Browser } from "./browser.ts";
import { type Someone, signedIn, someone } from "./persons.ts";

const DAY_MS = 86_400_000;
const db = openDatabase((env as unknown as Env).DB);
let ada: Someone;

beforeEach(async () => {
  ada = await someone();
});

async function devices(browser: Browser) {
  return (await browser.ask("GET", "/auth/sessions")).body.items ?? [];
}

/** As if the browser's session were made so long ago. */
async function age(browser: Browser, ms: number): Promise<string> {
  const { id, expires_at, last_seen_at } = (await stores().sessions.of(ada.id))[0] ?? {};
  if (id === undefined || expires_at === undefined) throw new Error(`${browser.cookie} has no session`);
  const aged = { expires_at: expires_at - ms, last_seen_at: (last_seen_at ?? 0) - ms };
  await db.update(sessions).set(aged).where(eq(sessions.id, id));
  return id;
}

describe("the list of devices", () => {
  test("has each browser in which one is signed in, and says which one asks", async () => {
    const [phone] = [await signedIn(ada, "Phone"), await signedIn(ada, "Desk")];
    const listed = await devices(phone);
    expect(listed.map(({ user_agent, current }) => [user_agent, current]).sort()).toEqual([
      ["Desk", false],
      ["Phone", true],
    ]);
  });

  test("tells no secret of a session, and nothing of other people", async () => {
    const browser = await signedIn(ada);
    await signedIn(await someone());
    const listed = await devices(browser);
    expect(listed).toHaveLength(1);
    expect(JSON.stringify(listed)).not.toContain(browser.cookie.split("=")[1]);
    expect(Object.keys(listed[0] ?? {}).sort()).toEqual(
      ["client", "created_at", "current", "device", "expires_at", "id", "last_seen_at", "user_agent"].sort(),
    );
  });

  test("calls a device what its person calls it", async () => {
    const browser = await signedIn(ada);
    const [{ id } = {}] = await devices(browser);
    const { body } = await browser.ask("PATCH", `/auth/sessions/${id}`, { body: { device: "Kitchen" } });
    expect(body).toMatchObject({ id, device: "Kitchen", current: true });
  });
});

describe("a device", () => {
  test("that is signed out from another one is out at its next request", async () => {
    const [phone, desk] = [await signedIn(ada), await signedIn(ada)];
    const other = (await devices(phone)).find(({ current }) => current === false);
    expect((await phone.ask("DELETE", `/auth/sessions/${other?.["id"]}`)).status).toBe(204);
    expect([await desk.who(), await phone.who()]).toEqual([undefined, ada.id]);
  });

  test("stays when all others are signed out", async () => {
    const [phone, desk, tablet] = [await signedIn(ada), await signedIn(ada), await signedIn(ada)];
    const { status, body } = await phone.ask("DELETE", "/auth/sessions");
    expect([status, body]).toEqual([200, { ended: 2 }]);
    expect([await phone.who(), await desk.who(), await tablet.who()]).toEqual([ada.id, undefined, undefined]);
  });

  test("of somebody else can neither be signed out nor renamed", async () => {
    const [mallory, browser] = [await signedIn(await someone()), await signedIn(ada)];
    const [{ id } = {}] = await devices(browser);
    const body = { device: "Mine" };
    expect((await mallory.ask("DELETE", `/auth/sessions/${id}`)).status).toBe(404);
    expect((await mallory.ask("PATCH", `/auth/sessions/${id}`, { body })).status).toBe(404);
    expect(await browser.who()).toBe(ada.id);
  });
});

describe("a session", () => {
  test("that is used after half of its seven days lives for seven more, and so does its cookie", async () => {
    const browser = await signedIn(ada);
    const id = await age(browser, 4 * DAY_MS);
    const { status, headers } = await browser.ask("GET", "/me");
    const cookie = headers.get("set-cookie") ?? "";
    expect([status, cookie.startsWith(`${browser.cookie};`)]).toEqual([200, true]);
    expect(cookie).toContain("HttpOnly");
    const { session } = (await stores().sessions.byId(id)) ?? {};
    expect(session?.expires_at).toBeGreaterThan(Date.now() + 6.9 * DAY_MS);
  });

  test("that is used before that stays as it is", async () => {
    const browser = await signedIn(ada);
    const id = await age(browser, 3 * DAY_MS);
    expect((await browser.ask("GET", "/me")).headers.get("set-cookie")).toBeNull();
    const { session } = (await stores().sessions.byId(id)) ?? {};
    expect(session?.expires_at).toBeLessThan(Date.now() + 4.1 * DAY_MS);
  });

  test("is told to a page that asks whether there is one, and so is that there is none", async () => {
    const asked = async (browser: Browser) => {
      const { status, body } = await browser.ask("GET", "/auth/session");
      return [status, (body["me"] as { owner: string } | null)?.owner];
    };
    const browser = await signedIn(ada);
    const id = await age(browser, 4 * DAY_MS);
    expect(await asked(browser)).toEqual([200, ada.id]);
    const { session } = (await stores().sessions.byId(id)) ?? {};
    expect(session?.expires_at).toBeGreaterThan(Date.now() + 6.9 * DAY_MS);
    await age(browser, 7 * DAY_MS);
    expect(await asked(browser)).toEqual([200, undefined]);
    expect(await asked(new Browser())).toEqual([200, undefined]);
  });

  test("that was not used for seven days has ended, and is in no list", async () => {
    const browser = await signedIn(ada);
    await age(browser, 7 * DAY_MS);
    expect((await browser.ask("GET", "/me")).body.error).toBe("unauthorized");
    expect(await devices(await signedIn(ada))).toHaveLength(1);
  });

  test("says when it was used, to ten minutes", async () => {
    const browser = await signedIn(ada);
    await age(browser, 11 * 60_000);
    await browser.who();
    const [session] = await stores().sessions.of(ada.id);
    expect(session?.last_seen_at).toBeGreaterThan(Date.now() - 60_000);
  });

  test.each([
    ["made up", "nightjar_session=made-up"],
    ["empty", "nightjar_session="],
    ["the hash of a session", "hash"],
    ["of another name", "other_session=whatever"],
  ])("is not opened by a cookie that is %s", async (_case, cookie) => {
    await signedIn(ada);
    const [row] = await db.select().from(sessions).where(eq(sessions.owner, ada.id));
    const thief = new Browser();
    thief.cookie = cookie === "hash" ? `nightjar_session=${row?.token_hash}` : cookie;
    expect((await thief.ask("GET", "/me")).status).toBe(401);
  });

  test("is not used by the page of another site", async () => {
    const browser = await signedIn(ada);
    const headers = { origin: "https://elsewhere.example" };
    expect((await browser.ask("GET", "/me", { headers })).status).toBe(403);
    expect((await browser.ask("DELETE", "/auth/sessions", { headers })).status).toBe(403);
  });

  test("gives a new role at the next request, and ends with its person", async () => {
    const browser = await signedIn(ada);
    const { persons } = stores();
    await persons.change(ada.id, { role: "guest" });
    expect((await browser.ask("GET", "/me")).body["role"]).toBe("guest");
    await persons.change(ada.id, { disabled: true });
    expect(await browser.who()).toBeUndefined();
    await persons.change(ada.id, { disabled: false });
    expect(await browser.who()).toBe(ada.id);
    await persons.remove(ada.id);
    expect(await browser.who()).toBeUndefined();
  });
});
