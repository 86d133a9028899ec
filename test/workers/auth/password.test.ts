import { beforeEach, describe, expect, test } from "vitest";
import { ids, signedIn as newSession, stores } from "../people/somebody.ts";
import { asOperator, asProgram, Browser, linkFor } from "./browser.ts";
import { PASSWORD, type Someone, signedIn, someone } from "./persons.ts";

const NEW = "four quiet owls";
let ada: Someone;

beforeEach(async () => {
  ada = await someone();
});

function change(browser: Browser, body: Record<string, unknown>) {
  return browser.ask("PUT", "/auth/password", { body });
}

/** Somebody who has neither a username nor a password, in their browser. */
async function unnamed(): Promise<{ id: string; browser: Browser }> {
  const id = ids.create("psn");
  await stores().persons.create({ id, username: null, name: "Newcomer", role: "member" });
  const browser = new Browser();
  browser.cookie = (await newSession(id)).cookie;
  return { id, browser };
}

describe("a password", () => {
  test("is changed by who knows it, signs in from then on, and all other devices are out", async () => {
    const [here, there] = [await signedIn(ada), await signedIn(ada)];
    expect((await change(here, { current_password: PASSWORD, new_password: NEW })).status).toBe(204);
    expect([await here.who(), await there.who()]).toEqual([ada.id, undefined]);
    expect((await new Browser().logIn(ada.username, PASSWORD)).status).toBe(401);
    expect((await new Browser().logIn(ada.username, NEW)).status).toBe(200);
  });

  test.each([
    ["a wrong one", { current_password: "three small bats", new_password: NEW }, 401, "login_fail"],
    ["none", { new_password: NEW }, 401, "login_fail"],
    ["a short new one", { current_password: PASSWORD, new_password: "short" }, 400, "malformed_request"],
    [
      "a common new one",
      { current_password: PASSWORD, new_password: "Password1234" },
      400,
      "malformed_request",
    ],
    ["no new one", { current_password: PASSWORD }, 400, "malformed_request"],
    [
      "another username",
      { current_password: PASSWORD, new_password: NEW, username: "somebody.else" },
      409,
      "conflict",
    ],
  ])("is not changed with %s, and nobody is signed out", async (_case, body, status, error) => {
    const [here, there] = [await signedIn(ada), await signedIn(ada)];
    expect(await change(here, body)).toMatchObject({ status, body: { error } });
    expect([await here.who(), await there.who()]).toEqual([ada.id, ada.id]);
    expect((await new Browser().logIn(ada.username, PASSWORD)).status).toBe(200);
  });

  test("is not guessed by who found a browser open", async () => {
    const browser = await signedIn(ada);
    for (let at = 0; at < 10; at++)
      await change(browser, { current_password: `guess ${at}`, new_password: NEW });
    const { status } = await change(browser, { current_password: PASSWORD, new_password: NEW });
    expect(status).toBe(429);
  });

  test("is set for the first time with a username, and asks for none before", async () => {
    const { id, browser } = await unnamed();
    expect((await browser.ask("GET", "/auth/password")).body).toEqual({ username: null, is_set: false });
    expect((await change(browser, { new_password: NEW })).body.reason).toContain("username");
    const username = `new.${id.slice(4)}`;
    expect((await change(browser, { new_password: NEW, username })).status).toBe(204);
    expect((await browser.ask("GET", "/auth/password")).body).toEqual({ username, is_set: true });
    expect(await (await new Browser().logIn(username, NEW)).status).toBe(200);
  });

  test("is not set with a username that somebody has, in whatever case", async () => {
    const { browser } = await unnamed();
    const answer = await change(browser, { new_password: NEW, username: ada.username.toUpperCase() });
    expect(answer).toMatchObject({ status: 409, body: { error: "conflict" } });
    expect((await new Browser().logIn(ada.username, PASSWORD)).status).toBe(200);
  });

  test("of the first admin is set by the ADMIN_TOKEN, also when it was forgotten", async () => {
    const first = { new_password: NEW, username: "the.operator" };
    expect((await asOperator("PUT", "/auth/password", first)).status).toBe(204);
    expect((await asOperator("PUT", "/auth/password", { new_password: "five loud owls" })).status).toBe(204);
    const { body } = await new Browser().logIn("the.operator", "five loud owls");
    expect(body).toMatchObject({ owner: "admin", role: "admin" });
  });

  test("is not set by an API key", async () => {
    const browser = await signedIn(ada);
    const { body } = await browser.ask("POST", "/keys", { body: { name: "k", scopes: ["admin"] } });
    const answer = await asProgram(String(body["key"]), "PUT", "/auth/password", {
      current_password: PASSWORD,
      new_password: NEW,
    });
    expect(answer.status).toBe(403);
  });

  test("is nowhere in what the API shows of its person", async () => {
    const browser = await signedIn(ada);
    const shown = await Promise.all(
      ["/me", "/auth/password", "/auth/sessions"].map(async (path) => (await browser.ask("GET", path)).body),
    );
    const hash = (await stores().credentials.passwordHash(ada.id)) ?? "none";
    expect(JSON.stringify(shown)).not.toContain(hash);
    expect(JSON.stringify((await asOperator("GET", `/users/${ada.id}`)).body)).not.toContain("scrypt");
  });
});

describe("a link to set a new password", () => {
  test("says whom it is for, sets the password, signs in here and out everywhere else", async () => {
    const [lost, browser] = [await signedIn(ada), new Browser()];
    const token = await linkFor(ada.id, "reset");
    const checked = await browser.ask("POST", "/auth/reset/check", { body: { token } });
    expect(checked).toMatchObject({ status: 200, body: { username: ada.username, name: "Owl" } });
    const { status, body } = await browser.ask("POST", "/auth/reset", { body: { token, new_password: NEW } });
    expect([status, body]).toMatchObject([200, { owner: ada.id }]);
    expect([await browser.who(), await lost.who()]).toEqual([ada.id, undefined]);
    expect((await new Browser().logIn(ada.username, NEW)).status).toBe(200);
  });

  test("sets one password, also when two use it at once", async () => {
    const token = await linkFor(ada.id, "reset");
    const tries = await Promise.all(
      [1, 2, 3].map((at) =>
        new Browser().ask("POST", "/auth/reset", { body: { token, new_password: `${NEW} ${at}` } }),
      ),
    );
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  test("is not used up by a password that is too weak", async () => {
    const [token, browser] = [await linkFor(ada.id, "reset"), new Browser()];
    const weak = await browser.ask("POST", "/auth/reset", { body: { token, new_password: "short" } });
    expect(weak).toMatchObject({ status: 400, body: { error: "malformed_request" } });
    expect((await browser.ask("POST", "/auth/reset", { body: { token, new_password: NEW } })).status).toBe(
      200,
    );
  });

  test("opens nothing of somebody who may not sign in any more", async () => {
    const token = await linkFor(ada.id, "reset");
    await stores().persons.change(ada.id, { disabled: true });
    const { status } = await new Browser().ask("POST", "/auth/reset", { body: { token, new_password: NEW } });
    expect(status).toBe(401);
  });

  test("that is made up opens nothing, and guesses are counted", async () => {
    const browser = new Browser();
    const tries = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        browser.ask("POST", "/auth/reset", { body: { token: `guess-${at}`, new_password: NEW } }),
      ),
    );
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(2);
  });
});

describe("an invite code", () => {
  async function invited(more: Record<string, unknown> = {}): Promise<string> {
    const { body } = await asOperator("POST", "/invites", { name: "Friends", ...more });
    return String(body["code"]);
  }
  const newcomer = (code: string, more: Record<string, unknown> = {}) => ({
    code,
    username: `join.${ids.create("psn").slice(4)}`,
    password: NEW,
    ...more,
  });

  test("makes a person of who has it, with the name and password they choose, and signs them in", async () => {
    const [code, browser] = [await invited({ role: "guest" }), new Browser()];
    const checked = await browser.ask("POST", "/auth/join/check", { body: { code } });
    expect(checked).toMatchObject({ status: 200, body: { role: "guest" } });
    const wanted = newcomer(code, { name: "Ada" });
    const { status, body } = await browser.ask("POST", "/auth/join", { body: wanted });
    expect([status, body]).toMatchObject([201, { role: "guest", name: "Ada" }]);
    expect(await browser.who()).toBe(body["owner"]);
    expect((await new Browser().logIn(wanted.username, NEW)).status).toBe(200);
  });

  test("makes as many people as it says, also when more come at once", async () => {
    const code = await invited({ max_uses: 2 });
    const tries = await Promise.all(
      [1, 2, 3, 4].map(() => new Browser().ask("POST", "/auth/join", { body: newcomer(code) })),
    );
    expect(tries.map(({ status }) => status).sort()).toEqual([201, 201, 401, 401]);
  });

  test.each([
    ["a weak password", { password: "short" }, 400],
    ["a username with spaces", { username: "a b" }, 400],
    ["a role of one's choice", { role: "admin" }, 400],
    ["a code that there is not", { code: "2222-2222-2222-2222" }, 401],
  ])("makes nobody with %s, and is still good", async (_case, more, expected) => {
    const code = await invited();
    const browser = new Browser();
    expect((await browser.ask("POST", "/auth/join", { body: newcomer(code, more) })).status).toBe(expected);
    expect((await browser.ask("POST", "/auth/join/check", { body: { code } })).status).toBe(200);
  });

  test("makes nobody who is called as somebody else is, and is still good", async () => {
    const [code, browser] = [await invited(), new Browser()];
    const { status } = await browser.ask("POST", "/auth/join", {
      body: newcomer(code, { username: ada.username.toUpperCase() }),
    });
    expect(status).toBe(409);
    expect((await browser.ask("POST", "/auth/join", { body: newcomer(code) })).status).toBe(201);
  });
});
