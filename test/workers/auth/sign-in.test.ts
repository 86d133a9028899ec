import { beforeAll, describe, expect, test } from "vitest";
import { stores } from "../people/somebody.ts";
import { asOperator, Browser, linkFor } from "./browser.ts";
import { PASSWORD, type Someone, signedIn, someone } from "./persons.ts";

const WRONG = { error: "login_fail", reason: "Wrong username or password." };
let ada: Someone;

beforeAll(async () => {
  ada = await someone();
});

describe("a username and its password", () => {
  test("sign in: the browser is that person from then on", async () => {
    const browser = new Browser();
    const { status, body } = await browser.logIn(ada.username, PASSWORD);
    expect([status, body]).toEqual([200, { owner: ada.id, role: "member", name: "Owl" }]);
    expect(await browser.who()).toBe(ada.id);
  });

  test("sign in whatever the case of the name and the spaces around it", async () => {
    expect((await new Browser().logIn(`  ${ada.username.toUpperCase()} `, PASSWORD)).status).toBe(200);
  });

  test("give a cookie that scripts cannot read, other sites' requests do not carry, and seven days end", async () => {
    const { headers } = await new Browser().logIn(ada.username, PASSWORD);
    const cookie = headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/^nightjar_session=[\w-]{43}; /);
    expect(cookie).toContain("Path=/");
    expect(cookie).toContain("HttpOnly");
    expect(cookie).toContain("SameSite=Lax");
    expect(cookie).not.toContain("Secure");
    const days = (Date.parse(/Expires=([^;]+)/.exec(cookie)?.[1] ?? "") - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThan(7.1);
  });

  test("give a cookie for encrypted connections only, where a proxy says that this is one", async () => {
    const { headers } = await new Browser().ask("POST", "/auth/login", {
      headers: { "x-forwarded-proto": "https" },
      body: { username: ada.username, password: PASSWORD },
    });
    expect(headers.get("set-cookie")).toContain("Secure");
  });

  test("give each sign-in a session of its own, and end the one that the browser had", async () => {
    const browser = await signedIn(ada);
    const old = browser.cookie;
    await browser.logIn(ada.username, PASSWORD);
    expect(browser.cookie).not.toBe(old);
    const thief = new Browser();
    thief.cookie = old;
    expect(await thief.who()).toBeUndefined();
  });

  test("of an older hash are hashed again at today's cost, and still open", async () => {
    const bird = await someone();
    await signedIn(bird);
    const hash = await stores().credentials.passwordHash(bird.id);
    expect(hash).toContain("$scrypt$ln=6,r=8,p=1$");
    expect(await (await signedIn(bird)).who()).toBe(bird.id);
    expect(await stores().credentials.passwordHash(bird.id)).toBe(hash);
  });
});

describe("signing in is refused, in the same words,", () => {
  const refused: [string, () => Promise<[string, string]>][] = [
    ["to a wrong password", async () => [ada.username, "three small owl"]],
    ["to a password in another case", async () => [ada.username, PASSWORD.toUpperCase()]],
    ["to a password with a space behind it", async () => [ada.username, `${PASSWORD} `]],
    ["to a name that nobody has", async () => ["nobody.at.all", PASSWORD]],
    ["to the id instead of the name", async () => [ada.id, PASSWORD]],
    ["to a name with SQL in it", async () => ["' or 1=1 --", PASSWORD]],
    ["to the hash instead of the password", async () => [ada.username, (await hashOf(ada)) ?? ""]],
    ["to the first admin, who has no password", async () => ["admin", "admin admin"]],
    [
      "to somebody who may not sign in any more",
      async () => {
        const bird = await someone();
        await stores().persons.change(bird.id, { disabled: true });
        return [bird.username, PASSWORD];
      },
    ],
    [
      "to somebody who was removed",
      async () => {
        const bird = await someone();
        await stores().persons.remove(bird.id);
        return [bird.username, PASSWORD];
      },
    ],
    [
      "to somebody who has no password",
      async () => {
        const { persons } = stores();
        const username = `nopassword${Date.now()}`;
        await persons.create({ id: `psn_${username}`, username, name: "No", role: "member" });
        return [username, "some password"];
      },
    ],
  ];
  test.each(refused)("%s", async (_case, given) => {
    const [username, password] = await given();
    const { status, body, headers } = await new Browser().logIn(username, password);
    expect([status, body]).toEqual([401, WRONG]);
    expect(headers.get("set-cookie")).toBeNull();
  });

  test.each([
    ["without a password", { username: "ada" }, "password"],
    ["with an empty password", { username: "ada", password: "" }, "password"],
    ["without a name", { password: PASSWORD }, "username"],
    ["with a number as password", { username: "ada", password: 12345678901 }, "password"],
    ["with a password of a megabyte", { username: "ada", password: "a".repeat(1_000_000) }, "password"],
    ["with a list as name", { username: ["ada"], password: PASSWORD }, "username"],
    ["with more fields", { username: "ada", password: PASSWORD, role: "admin" }, "role"],
  ])("%s, which is no try at all", async (_case, given, field) => {
    const { status, body } = await new Browser().ask("POST", "/auth/login", { body: given });
    expect([status, body.error]).toEqual([400, "malformed_request"]);
    expect(body.reason).toContain(field);
  });

  test("from a page of another site, which could make somebody be another person", async () => {
    const { status, headers } = await new Browser().ask("POST", "/auth/login", {
      headers: { origin: "https://elsewhere.example" },
      body: { username: ada.username, password: PASSWORD },
    });
    expect([status, headers.get("set-cookie")]).toEqual([403, null]);
  });
});

describe("tries", () => {
  test("at one name end after ten wrong ones, also with the right password then, and say how long", async () => {
    const [bird, browser] = [await someone(), new Browser()];
    const wrong = await Promise.all(
      Array.from({ length: 14 }, () => browser.logIn(bird.username, "wrong wrong")),
    );
    expect(wrong.filter(({ status }) => status === 401)).toHaveLength(10);
    const { status, body, headers } = await browser.logIn(bird.username, PASSWORD);
    expect([status, body.error]).toEqual([429, "rate_limited"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    // Its person, elsewhere, is not locked out by it.
    expect((await new Browser().logIn(bird.username, PASSWORD)).status).toBe(200);
  });

  test("at many names from one address end too", async () => {
    const browser = new Browser();
    const names = Array.from({ length: 34 }, (_, at) => `spray${at}`);
    const all = await Promise.all(names.map((name) => browser.logIn(name, PASSWORD)));
    expect(all.filter(({ status }) => status === 429)).toHaveLength(4);
  });

  test("that were right are not counted", async () => {
    const browser = new Browser();
    for (let at = 0; at < 12; at++) expect((await browser.logIn(ada.username, PASSWORD)).status).toBe(200);
  });
});

describe("a one-time link", () => {
  test("signs the person in for whom an admin made it", async () => {
    const browser = new Browser();
    const { status, headers } = await browser.ask("GET", await linkFor(ada.id, "signin"));
    expect([status, headers.get("location")]).toEqual([303, "/"]);
    expect(await browser.who()).toBe(ada.id);
  });

  test("signs in once", async () => {
    const link = await linkFor(ada.id, "signin");
    await new Browser().ask("GET", link);
    const { status, body } = await new Browser().ask("GET", link);
    expect([status, body.error]).toEqual([401, "login_fail"]);
  });

  test("is not used up by who only asks for the page's head", async () => {
    const [link, browser] = [await linkFor(ada.id, "signin"), new Browser()];
    expect((await browser.ask("HEAD", link)).status).toBe(204);
    await browser.ask("GET", link);
    expect(await browser.who()).toBe(ada.id);
  });

  test("to set a password does not sign in, nor the other way round", async () => {
    const reset = await linkFor(ada.id, "reset");
    expect((await new Browser().ask("GET", `/signin/${reset}`)).status).toBe(401);
    const signin = (await linkFor(ada.id, "signin")).replace("/signin/", "");
    const { status } = await new Browser().ask("POST", "/auth/reset/check", { body: { token: signin } });
    expect(status).toBe(401);
  });

  test.each([
    ["nobody", "psn_0000000000000000000", 404],
    ["what is no person's id", "cnv_0000000000000000000", 400],
  ])("is not made for %s", async (_case, person_id, expected) => {
    expect((await asOperator("POST", "/auth/links", { person_id })).status).toBe(expected);
  });

  test("is not made for somebody who may not sign in, and made before opens nothing", async () => {
    const bird = await someone();
    const link = await linkFor(bird.id, "signin");
    await stores().persons.change(bird.id, { disabled: true });
    expect((await asOperator("POST", "/auth/links", { person_id: bird.id })).status).toBe(409);
    const browser = new Browser();
    await browser.ask("GET", link);
    expect(await browser.who()).toBeUndefined();
  });

  test("is made by admins only", async () => {
    const { status } = await (await signedIn(ada)).ask("POST", "/auth/links", { body: {} });
    expect(status).toBe(403);
  });
});

describe("signing out", () => {
  test("ends the session, not only the cookie", async () => {
    const browser = await signedIn(ada);
    const { cookie } = browser;
    expect((await browser.ask("DELETE", "/auth/session")).status).toBe(204);
    expect(browser.cookie).toBe("");
    browser.cookie = cookie;
    expect(await browser.who()).toBeUndefined();
  });
});

function hashOf({ id }: Someone) {
  return stores().credentials.passwordHash(id);
}
