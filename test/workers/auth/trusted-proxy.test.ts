import { describe, expect, test } from "vitest";
import { somebody, stores } from "../people/somebody.ts";
import { asOperator, Browser } from "./browser.ts";

const secret = { "x-trusted-proxy-secret": "test-proxy-secret-0123456789" };
const by = (name: string) => ({ "x-remote-user": name, ...secret });

async function whoIs(headers: Record<string, string>, browser = new Browser()) {
  return browser.ask("GET", "/me", { headers });
}

describe("a proxy that signs people in", () => {
  test("is believed about whoever is there by that username", async () => {
    const { id } = await somebody("member", { username: "Ines" });
    expect(await whoIs(by("ines"))).toMatchObject({ status: 200, body: { owner: id, role: "member" } });
  });

  test("is not believed without its secret, though the browser is signed in", async () => {
    const { cookie } = await somebody("admin", { username: "Joan" });
    expect((await whoIs({ cookie, "x-remote-user": "joan" })).status).toBe(401);
    expect((await whoIs({ cookie, "x-remote-user": "joan", "x-trusted-proxy-secret": "guess" })).status).toBe(
      401,
    );
  });

  test("signs in nobody who was not added, or who was disabled", async () => {
    expect((await whoIs(by("stranger"))).status).toBe(401);
    const { id } = await somebody("member", { username: "Kim" });
    await stores().persons.change(id, { disabled: true });
    expect((await whoIs(by("kim"))).status).toBe(401);
  });

  test("goes before a session of somebody else in the same browser", async () => {
    const { cookie } = await somebody("admin");
    const { id } = await somebody("member", { username: "Lou" });
    expect((await whoIs({ ...by("lou"), cookie })).body).toMatchObject({ owner: id });
  });

  test("does not lend its word to pages of other sites", async () => {
    await somebody("member", { username: "Max" });
    expect((await whoIs({ ...by("max"), origin: "https://elsewhere.example" })).status).toBe(403);
  });

  test("leaves programs their keys", async () => {
    await somebody("member", { username: "Nan" });
    const { status, body } = await asOperator("GET", "/me");
    expect([status, body["owner"]]).toEqual([200, "admin"]);
  });

  test("lets whom it has signed in act for their client, and for nobody else's", async () => {
    const [keeper, other] = [
      await somebody("member", { username: "Olga" }),
      await somebody("member", { username: "Pia" }),
    ];
    const made = (await (
      await keeper.ask("POST", "/clients", { name: "Cafe", slug: "cafe-proxy" })
    ).json()) as { id: string };
    const browser = new Browser();
    expect(
      (await browser.ask("POST", `/clients/${made.id}/enter`, { headers: by("olga"), body: {} })).status,
    ).toBe(200);
    expect((await whoIs(by("olga"), browser)).body).toMatchObject({ owner: made.id });
    expect((await whoIs(by("pia"), browser)).body).toMatchObject({ owner: other.id });
  });
});
