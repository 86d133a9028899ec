/** A name that its person chose says nothing about who they are elsewhere. */
import { describe, expect, test } from "vitest";
import { somebody, stores } from "../people/somebody.ts";
import { asOperator, Browser } from "./browser.ts";
import { linkedIn, signInAt } from "./provider.ts";

const secret = { "x-trusted-proxy-secret": "test-proxy-secret-0123456789" };
const by = (name: string) => ({ "x-remote-user": name, ...secret });
const whoBy = async (name: string, browser = new Browser()) =>
  (await browser.ask("GET", "/me", { headers: by(name) })).body["owner"];
const boss = (more: object = {}) => ({
  sub: "sub-boss",
  email: "boss@corp.example",
  email_verified: true,
  ...more,
});
/** As it stands in installations that let people take any name. */
const chosen = (username: string) => somebody("member", { username, username_given: false });
const named = async (username: string) => {
  const { status, body } = await asOperator("POST", "/users", { username });
  expect(status).toBe(201);
  return String(body["id"]);
};

describe("a username that its person chose", () => {
  test("is no address that a provider has verified", async () => {
    await chosen("boss@corp.example");
    expect(await signInAt(boss())).toEqual({ to: "/?sign-in=unknown" });
  });

  test("is no name that the proxy gives", async () => {
    await chosen("chief");
    expect(await whoBy("chief")).toBeUndefined();
  });

  test("is not changed while others sign in elsewhere, and is never an address", async () => {
    const bob = await somebody("member", { username: "bob" });
    for (const username of ["head@corp.example", "head", null])
      expect((await bob.ask("PATCH", "/me", { username })).status).toBe(403);
    expect((await bob.ask("PATCH", "/me", { username: "bob", name: "Bobby" })).status).toBe(200);
    const nameless = await somebody("member");
    const password = { username: "head@corp.example", new_password: "three small owls" };
    expect((await nameless.ask("PUT", "/auth/password", password)).status).toBe(403);
    expect(await whoBy("head")).toBeUndefined();
  });

  test("is an admin's to give, to themselves too", async () => {
    const id = await named("head@corp.example");
    expect(await whoBy("head@corp.example")).toBe(id);
    expect(await signInAt(boss({ sub: "sub-head", email: "head@corp.example" }))).toMatchObject({
      owner: id,
    });
    const admin = await somebody("admin");
    expect((await admin.ask("PATCH", "/me", { username: "root@corp.example" })).status).toBe(200);
    expect(await whoBy("root@corp.example")).toBe(admin.id);
  });

  test("becomes theirs there too once an admin gives it", async () => {
    const { id } = await chosen("tess");
    expect(await whoBy("tess")).toBeUndefined();
    expect((await asOperator("PATCH", `/users/${id}`, { username: "tess" })).status).toBe(200);
    expect(await whoBy("tess")).toBe(id);
  });

  test("may not be an address where somebody comes by an invite", async () => {
    const { body } = await asOperator("POST", "/invites", { name: "Friends", max_uses: 2 });
    const join = (username: string) =>
      new Browser().ask("POST", "/auth/join", {
        body: { code: body["code"], username, password: "three small owls" },
      });
    expect((await join("lead@corp.example")).status).toBe(403);
    expect((await join("lead")).status).toBe(201);
    expect(await whoBy("lead")).toBeUndefined();
  });
});

describe("an address that was given", () => {
  test("links one account of a provider: whoever has it there next is somebody else", async () => {
    const id = await named("desk@corp.example");
    const first = boss({ sub: "sub-desk-1", email: "desk@corp.example" });
    expect(await signInAt(first)).toMatchObject({ owner: id });
    expect(await signInAt({ ...first, sub: "sub-desk-2" })).toEqual({ to: "/?sign-in=unknown" });
    expect(await signInAt(first)).toMatchObject({ owner: id });
  });
});

describe("a name at the proxy", () => {
  test("is linked by whoever is signed in both ways, in one browser", async () => {
    const ann = await somebody("member", { username: "annie" });
    const browser = new Browser();
    expect((await browser.ask("POST", "/auth/proxy", { headers: by("A.Smith"), body: {} })).status).toBe(401);
    const linked = (name: string) =>
      browser.ask("POST", "/auth/proxy", { headers: { ...by(name), cookie: ann.cookie }, body: {} });
    expect(await linked("A.Smith")).toMatchObject({ status: 200, body: { owner: ann.id } });
    expect(await whoBy("a.smith")).toBe(ann.id);
    await named("z.smith");
    expect((await linked("z.smith")).status).toBe(409);
    expect(
      (await browser.ask("POST", "/auth/proxy", { headers: { cookie: ann.cookie }, body: {} })).status,
    ).toBe(409);
  });

  test("is told to the way in, with whoever is signed in there", async () => {
    const ann = await somebody("member", { name: "Ann" });
    const ways = async (headers: Record<string, string>) =>
      (await new Browser().ask("GET", "/auth/ways", { headers })).body["proxy"];
    expect(await ways({})).toBeNull();
    expect(await ways({ "x-remote-user": "nobody-yet" })).toBeNull();
    expect(await ways(by("nobody-yet"))).toEqual({ name: "nobody-yet", signed_in: null });
    expect(await ways({ ...by("nobody-yet"), cookie: ann.cookie })).toEqual({
      name: "nobody-yet",
      signed_in: "Ann",
    });
    await named("somebody-by-now");
    expect(await ways(by("somebody-by-now"))).toBeNull();
  });

  test("is linked and taken back by admins, and is one person's", async () => {
    const { id } = await somebody("member", { username: "cleo" });
    const link = (person: string) =>
      asOperator("POST", `/users/${person}/identities`, { channel: "proxy", platform_id: "C.Doe" });
    expect((await link(id)).status).toBe(201);
    expect(await whoBy("c.doe")).toBe(id);
    const other = await somebody("member");
    expect((await link(other.id)).status).toBe(409);
    expect((await asOperator("PATCH", `/users/${other.id}`, { username: "c.doe" })).status).toBe(409);
    expect((await asOperator("POST", "/users", { username: "C.DOE" })).status).toBe(409);
    await asOperator("DELETE", `/users/${id}/identities?channel=proxy&platform_id=c.doe`);
    expect(await whoBy("c.doe")).toBeUndefined();
  });

  test("is not taken back by its person where it is their only way in", async () => {
    const ann = await somebody("member");
    await asOperator("POST", `/users/${ann.id}/identities`, { channel: "proxy", platform_id: "only.way" });
    const back = () => ann.ask("DELETE", "/me/identities?channel=proxy&platform_id=only.way");
    expect((await back()).status).toBe(409);
    await linkedIn(ann, boss({ sub: "sub-second-way", email_verified: false }));
    expect((await back()).status).toBe(204);
  });
});

test("an account at the provider that comes twice at once is one newcomer, by a name that nobody has", async () => {
  const { identities, persons } = stores();
  await chosen("taken@corp.example");
  const come = (sub: string, username: string) =>
    identities.newcomer(
      { channel: "oidc", account: "https://id.example", platform_id: sub, name: "N" },
      { id: `psn_${sub}${Math.random()}`, username, name: "New", role: "member" },
    );
  const twice = await Promise.all([come("1", "free@corp.example"), come("1", "free@corp.example")]);
  expect(new Set(twice.map((person) => person?.id)).size).toBe(1);
  expect(twice[0]?.username).toBe("free@corp.example");
  expect((await persons.list({ q: "free@corp", limit: 10 })).length).toBe(1);
  expect((await come("2", "Taken@corp.example"))?.username).toBeNull();
});
