import { describe, expect, test } from "vitest";
import { NO_PREFERENCES } from "../../../src/people/preferences.ts";
import { request } from "../api.ts";
import { somebody, stores } from "./somebody.ts";

interface Answer<T = Record<string, unknown>> {
  status: number;
  body: T;
}

async function asked<T = Record<string, unknown>>(response: Promise<Response>): Promise<Answer<T>> {
  const { status, text } = await response.then(async (got) => ({
    status: got.status,
    text: await got.text(),
  }));
  return { status, body: (text === "" ? {} : JSON.parse(text)) as T };
}

/** As the operator. */
function admin<T = Record<string, unknown>>(
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer<T>> {
  return asked<T>(request(method, path, body));
}

describe("/users", () => {
  test("adds a person, shows, changes and lists them", async () => {
    const made = await admin<{ id: string }>("POST", "/users", { username: "Grace", role: "member" });
    expect(made).toMatchObject({
      status: 201,
      body: { username: "Grace", name: "Grace", role: "member", disabled: false, disabled_at: null },
    });
    const path = `/users/${made.body.id}`;
    expect((await admin("PATCH", path, { name: "Grace H.", disabled: true })).body).toMatchObject({
      name: "Grace H.",
      disabled: true,
    });
    expect((await admin("PATCH", path, { disabled: false })).body).toMatchObject({ disabled_at: null });
    expect((await admin("GET", path)).body).toMatchObject({ name: "Grace H.", username: "Grace" });
    const { body } = await admin<{ items: { id: string }[] }>("GET", "/users?q=grace%20h");
    expect(body.items.map(({ id }) => id)).toEqual([made.body.id]);
  });

  test("says what is wrong with a name", async () => {
    await admin("POST", "/users", { username: "linus" });
    expect(await admin("POST", "/users", { username: "LINUS" })).toMatchObject({ status: 409 });
    expect(await admin("POST", "/users", { username: "two words" })).toMatchObject({
      status: 400,
      body: { reason: expect.stringContaining("username: 2 to 100") },
    });
    expect(await admin("POST", "/users", {})).toMatchObject({ status: 400 });
    expect(await admin("POST", "/users", { name: "A", admin: true })).toMatchObject({
      status: 400,
      body: { reason: expect.stringContaining('nothing is called "admin" here') },
    });
    expect(await admin("GET", "/users/psn_nobody")).toMatchObject({ status: 404 });
  });

  test("lists a page at a time", async () => {
    for (const name of ["Page one", "Page two", "Page three"]) await admin("POST", "/users", { name });
    type Page = { items: { name: string }[]; next_cursor: string | null };
    const first = (await admin<Page>("GET", "/users?q=page&limit=2")).body;
    const second = (await admin<Page>("GET", `/users?q=page&limit=2&cursor=${first.next_cursor}`)).body;
    expect([...first.items, ...second.items].map(({ name }) => name)).toEqual([
      "Page one",
      "Page two",
      "Page three",
    ]);
    expect(second.next_cursor).toBeNull();
  });

  test("keeps the last admin", async () => {
    for (const change of [{ role: "member" }, { disabled: true }]) {
      expect(await admin("PATCH", "/users/admin", change)).toMatchObject({
        status: 409,
        body: { reason: expect.stringContaining("last active admin") },
      });
    }
  });
});

describe("/invites", () => {
  test("shows a code once, when it is made", async () => {
    const made = await admin<{ id: string; code: string; url: string }>("POST", "/invites", { name: "Bea" });
    expect(made).toMatchObject({
      status: 201,
      body: { name: "Bea", role: "member", state: "open", max_uses: 1, uses: 0, created_by: "admin" },
    });
    expect(made.body.url).toBe(`http://nightjar.test/join#${made.body.code}`);
    const listed = await admin("GET", "/invites");
    expect(JSON.stringify(listed.body)).not.toContain(made.body.code);
    expect(listed.body).toMatchObject({ items: [{ id: made.body.id, code_hint: made.body.code.slice(-4) }] });
  });

  test("makes ten at once, for ten friends", async () => {
    const { body } = await admin<{ items: { code: string }[] }>("POST", "/invites", {
      name: "Friends",
      count: 10,
    });
    expect(new Set(body.items.map(({ code }) => code)).size).toBe(10);
  });

  test("is disabled and opened again, and tells who came by it", async () => {
    const { body } = await admin<{ id: string; code: string }>("POST", "/invites", {
      name: "C",
      max_uses: 3,
    });
    const path = `/invites/${body.id}`;
    await stores().invites.redeem(body.code, { id: "psn_0000000guest", username: null, name: "Cleo" });
    expect((await admin("PATCH", path, { disabled: true })).body).toMatchObject({ state: "disabled" });
    expect((await admin("PATCH", path, { disabled: false })).body).toMatchObject({ state: "open", uses: 1 });
    expect((await admin("GET", path)).body).toMatchObject({
      redeemed_by: [{ person_id: "psn_0000000guest", name: "Cleo" }],
    });
    expect(await admin("DELETE", path)).toMatchObject({ status: 204 });
    expect(await admin("GET", path)).toMatchObject({ status: 404 });
  });

  test("refuses an end that is past, and what it does not know", async () => {
    expect(await admin("POST", "/invites", { name: "D", expires_at: "2020-01-01" })).toMatchObject({
      status: 400,
    });
    expect(await admin("POST", "/invites", { name: "D", role: "owner" })).toMatchObject({ status: 400 });
    expect(await admin("PATCH", "/invites/inv_nothing", { disabled: true })).toMatchObject({ status: 404 });
  });
});

describe("/me", () => {
  test("is who is signed in, and theirs to rename", async () => {
    const ada = await somebody("member", { username: "ada.me", name: "Ada" });
    expect((await asked(ada.ask("GET", "/me"))).body).toMatchObject({
      id: ada.id,
      owner: ada.id,
      role: "member",
      name: "Ada",
      username: "ada.me",
    });
    expect((await asked(ada.ask("PATCH", "/me", { name: "Ada L." }))).body).toMatchObject({ name: "Ada L." });
    expect((await asked(ada.ask("GET", "/me"))).body).toMatchObject({ name: "Ada L." });
    expect(await asked(ada.ask("PATCH", "/me", { role: "admin" }))).toMatchObject({ status: 400 });
  });

  test("is the operator by token", async () => {
    expect((await admin("GET", "/me")).body).toMatchObject({ id: "admin", role: "admin" });
  });

  test("lists as whom one is known, and takes that back", async () => {
    const bo = await somebody("member");
    const identity = { channel: "telegram", account: "", platform_id: "99", name: "bo" };
    await stores().identities.link({ ...identity, person_id: bo.id });
    expect((await asked(bo.ask("GET", "/me/identities"))).body).toMatchObject({ items: [identity] });
    const path = "/me/identities?channel=telegram&platform_id=99";
    expect((await asked(bo.ask("DELETE", path))).status).toBe(204);
    expect((await asked(bo.ask("DELETE", path))).status).toBe(404);
  });
});

describe("/preferences", () => {
  test("change by name; all of them are said with PUT", async () => {
    const cy = await somebody("member");
    const none = NO_PREFERENCES;
    expect((await asked(cy.ask("GET", "/preferences"))).body).toEqual(none);
    const said = { time_zone: "Europe/Vienna", language: "de-at", interface_language: "fr" };
    const kept = { ...none, time_zone: "Europe/Vienna", language: "de-AT", interface_language: "fr" };
    expect((await asked(cy.ask("PATCH", "/preferences", said))).body).toEqual(kept);
    expect((await asked(cy.ask("GET", "/preferences"))).body).toEqual(kept);
    expect((await asked(cy.ask("PUT", "/preferences", { voice_replies: true }))).body).toEqual({
      ...none,
      voice_replies: true,
    });
  });

  test("a finished first run outlasts a PUT, until it is taken back", async () => {
    const eve = await somebody("member");
    await asked(eve.ask("PATCH", "/preferences", { is_set_up: true }));
    await asked(eve.ask("PUT", "/preferences", { language: "fr" }));
    expect((await asked(eve.ask("GET", "/preferences"))).body).toMatchObject({ is_set_up: true });
    await asked(eve.ask("PATCH", "/preferences", { is_set_up: null }));
    expect((await asked(eve.ask("GET", "/preferences"))).body).toMatchObject({ is_set_up: null });
  });

  test.each([
    [{ time_zone: "Mars/Olympus" }, 400],
    [{ language: "german!" }, 400],
    [{ interface_language: "it" }, 400],
    [{ default_model: "no-provider" }, 400],
    [{ default_agent: "nobody-here" }, 404],
    [{ colour: "red" }, 400],
  ])("refuse %o", async (change, status) => {
    const dee = await somebody("guest");
    expect((await asked(dee.ask("PATCH", "/preferences", change))).status).toBe(status);
  });
});
