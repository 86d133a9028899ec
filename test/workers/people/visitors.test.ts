import { describe, expect, test } from "vitest";
import { tell } from "../../support/model-wire/told-model.ts";
import { asOperator, Browser } from "../auth/browser.ts";

async function codeFor(role: "guest" | "member", more: Record<string, unknown> = {}): Promise<string> {
  const { body } = await asOperator("POST", "/invites", { name: "Door", role, max_uses: 5, ...more });
  return String(body["code"]);
}

function visit(browser: Browser, code: string, name?: string) {
  return browser.ask("POST", "/auth/visit", { body: { code, ...(name !== undefined && { name }) } });
}

describe("a visitor", () => {
  test("is let in by nothing but a code: everything is closed without one", async () => {
    const browser = new Browser();
    expect((await visit(browser, "aaaa-bbbb-cccc-dddd")).status).toBe(401);
    expect(browser.cookie).toBe("");
    expect((await browser.ask("GET", "/me")).status).toBe(401);
  });

  test("is a guest from their first use of a code, known by a cookie that scripts cannot read", async () => {
    const browser = new Browser();
    const answer = await visit(browser, await codeFor("guest"), "Mo");
    expect(answer).toMatchObject({ status: 201, body: { role: "guest", name: "Mo" } });
    expect(answer.headers.get("set-cookie")).toMatch(/HttpOnly; SameSite=Lax/);
    expect((await browser.ask("GET", "/me")).body).toMatchObject({
      id: answer.body["owner"],
      role: "guest",
      username: null,
    });
  });

  test("stays who they are when they come again, and takes one place", async () => {
    const browser = new Browser();
    const code = await codeFor("guest", { max_uses: 1 });
    const first = await visit(browser, code, "Mo");
    const again = await visit(browser, code, "Somebody else");
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect((await visit(new Browser(), code)).status).toBe(401);
  });

  test("may nothing that is for members", async () => {
    const browser = new Browser();
    await visit(browser, await codeFor("guest"));
    expect((await browser.ask("GET", "/jobs")).status).toBe(403);
    expect((await browser.ask("GET", "/users")).status).toBe(403);
    expect((await browser.ask("PATCH", "/me", { body: { username: "sneaky" } })).status).toBe(403);
    expect((await browser.ask("PATCH", "/me", { body: { name: "Mona" } })).body).toMatchObject({
      name: "Mona",
    });
  });

  test("begins no conversation with an agent that is for members, and speaks where somebody has added them", async () => {
    const browser = new Browser();
    const { body } = await visit(browser, await codeFor("guest"));
    const message = tell({ text: ["Welcome"] });
    expect((await browser.ask("POST", "/chat", { body: { message } })).status).toBe(403);
    expect((await browser.ask("POST", "/conversations", { body: {} })).status).toBe(403);
    const { body: opened } = await asOperator("POST", "/conversations", { model: "openai/told" });
    const place = `/conversations/${opened["id"]}`;
    const say = { body: { message, conversation_id: opened["id"] } };
    expect(await browser.ask("POST", "/chat", say)).toMatchObject({ status: 404 });
    await asOperator("PUT", `${place}/members/${body["owner"]}`, { rights: ["read", "write"] });
    expect((await browser.ask("POST", "/chat", say)).body).toMatchObject({ reply: "Welcome" });
    expect((await browser.ask("DELETE", place)).status).toBe(403);
  });

  test("makes an account of what they are by a code for members, and stays the same person", async () => {
    const browser = new Browser();
    const { body } = await visit(browser, await codeFor("guest"), "Mo");
    const code = await codeFor("member");
    expect((await visit(browser, code)).status).toBe(409);
    const joined = await browser.ask("POST", "/auth/join", {
      body: { code, username: "mo.joined", password: "four quiet green owls" },
    });
    expect(joined).toMatchObject({ status: 201, body: { owner: body["owner"], role: "member" } });
  });

  test("is nobody who is signed in already", async () => {
    const browser = new Browser();
    const code = await codeFor("member");
    await browser.ask("POST", "/auth/join", {
      body: { code, username: "already.here", password: "four quiet green owls" },
    });
    expect((await visit(browser, await codeFor("guest"))).status).toBe(409);
  });

  test("that is disabled is out at the next request", async () => {
    const browser = new Browser();
    const { body } = await visit(browser, await codeFor("guest"));
    await asOperator("PATCH", `/users/${body["owner"]}`, { disabled: true });
    expect(await browser.who()).toBeUndefined();
  });
});

test("of two who use the same one-time link at once, one is the first admin", async () => {
  const { body } = await asOperator("POST", "/auth/links");
  const path = new URL(String(body["url"])).pathname;
  const browsers = [1, 2, 3, 4].map(() => new Browser());
  await Promise.all(browsers.map((browser) => browser.ask("GET", path)));
  const who = await Promise.all(browsers.map((browser) => browser.who()));
  expect(who.filter((owner) => owner === "admin")).toHaveLength(1);
});

test("nobody becomes an admin by signing up, however new the instance is", async () => {
  const browser = new Browser();
  const body = { code: "", username: "first", password: "four quiet green owls" };
  expect((await browser.ask("POST", "/auth/join", { body })).status).toBe(400);
  expect((await browser.ask("POST", "/users", { body: { name: "First", role: "admin" } })).status).toBe(401);
});
