import { describe, expect, test } from "vitest";
import type { Role } from "../../../src/domain/principal.ts";
import type { NewInvite } from "../../../src/storage/d1/people/invites.ts";
import { ids, signedIn, somebody, stores } from "./somebody.ts";

const { persons, invites, identities, preferences, sessions, access } = stores();

function person(role: Role, username: string | null = null) {
  return { id: ids.create("psn"), username, name: "Ada", role };
}

async function invited(more: Partial<NewInvite> = {}) {
  const fields = {
    name: "Friends",
    role: "member" as const,
    max_uses: 1,
    expires_at: null,
    created_by: "admin",
  };
  return invites.create({ id: ids.create("inv"), ...fields, ...more });
}

const admins = () => persons.list({ role: "admin", limit: 100 });

describe("persons", () => {
  test("the first is there from the start, and is the admin by whom all is keyed", async () => {
    expect(await persons.get("admin")).toMatchObject({ role: "admin", username: null, disabled_at: null });
  });

  test("have a name to sign in by that is theirs in any case", async () => {
    expect(await persons.create(person("member", "Ada"))).toMatchObject({ username: "Ada" });
    expect(await persons.create(person("member", "aDA"))).toBe("username_taken");
    expect(await persons.byUsername("ADA")).toMatchObject({ username: "Ada" });
    const grace = person("member", "grace");
    await persons.create(grace);
    expect(await persons.change(grace.id, { username: "ada" })).toBe("username_taken");
  });

  test("are found by a part of their names, and a percent sign is a percent sign", async () => {
    const odd = { ...person("guest"), name: "100% Ada_" };
    await persons.create(odd);
    expect((await persons.list({ q: "0% a", limit: 10 })).map(({ id }) => id)).toEqual([odd.id]);
    expect(await persons.list({ q: "0_ ada%", limit: 10 })).toEqual([]);
  });

  test("who are disabled are not signed in any more, by no session", async () => {
    const { id } = await somebody("member");
    const { token } = await access.createSession(id, "test");
    await persons.change(id, { disabled: true });
    expect(await sessions.byToken(token)).toBeUndefined();
    await persons.change(id, { disabled: false });
    expect(await sessions.byToken(token)).toMatchObject({ person: { id } });
  });

  test("that are deleted leave nothing to sign in with", async () => {
    const { id } = await somebody("member", { username: "leaver" });
    await identities.link({ channel: "telegram", account: "", platform_id: "7", person_id: id, name: "L" });
    await preferences.change(id, { time_zone: "Europe/Vienna" });
    const { token } = await access.createLink(id);
    expect(await persons.remove(id)).toMatchObject({ id });
    expect(await persons.remove(id)).toBeUndefined();
    expect(await access.redeemLink(token, "signin")).toBeUndefined();
    expect(await identities.of(id)).toEqual([]);
    expect(await preferences.get(id)).toMatchObject({ time_zone: null });
  });
});

describe("the last admin", () => {
  test.each([{ role: "member" as const }, { role: "guest" as const }, { disabled: true }])(
    "stays one, whatever is asked: %o",
    async (change) => {
      expect(await persons.change("admin", change)).toBe("last_admin");
      expect(await persons.remove("admin")).toBe("last_admin");
      expect(await persons.get("admin")).toMatchObject({ role: "admin", disabled_at: null });
    },
  );

  test("may take another name", async () => {
    expect(await persons.change("admin", { name: "Root", role: "admin" })).toMatchObject({ name: "Root" });
  });

  test("of two who demote, disable or delete each other at once is one of them", async () => {
    for (const round of [0, 1, 2, 3]) {
      const other = person("admin");
      await persons.create(other);
      await Promise.all([
        round % 2 === 0
          ? persons.change("admin", { role: "member" })
          : persons.change("admin", { disabled: true }),
        round < 2 ? persons.remove(other.id) : persons.change(other.id, { role: "guest" }),
      ]);
      expect((await admins()).filter(({ disabled_at }) => disabled_at === null)).toHaveLength(1);
      await persons.change("admin", { role: "admin", disabled: false });
      await persons.remove(other.id);
    }
  });

  test("is not who is disabled: that one may go", async () => {
    const other = person("admin");
    await persons.create(other);
    await persons.change(other.id, { disabled: true });
    expect(await persons.change("admin", { role: "member" })).toBe("last_admin");
    expect(await persons.remove(other.id)).toMatchObject({ id: other.id });
  });
});

describe("an invite", () => {
  test("makes a person of its role, once for each place, however the code is typed", async () => {
    const { invite, code } = await invited({ max_uses: 2 });
    const typed = [` ${code.toUpperCase()} `, `https://house.example/join#${code}`];
    for (const text of typed) {
      const who = { id: ids.create("psn"), username: null, name: "New" };
      expect(await invites.redeem(text, who)).toMatchObject({ id: who.id, role: "member" });
    }
    expect(await invites.redeem(code, person("member"))).toBeUndefined();
    expect(await invites.get(invite.id)).toMatchObject({ uses: 2, code_hint: code.slice(-4) });
    expect(await invites.redemptions(invite.id)).toHaveLength(2);
  });

  test("gives its last place to one of many who come at once", async () => {
    const { invite, code } = await invited();
    const tries = [1, 2, 3, 4, 5].map(() => invites.redeem(code, person("member")));
    expect((await Promise.all(tries)).filter((made) => made !== undefined)).toHaveLength(1);
    expect(await invites.get(invite.id)).toMatchObject({ uses: 1 });
  });

  test("keeps its place when the name is taken", async () => {
    await persons.create(person("member", "taken"));
    const { invite, code } = await invited();
    expect(await invites.redeem(code, person("member", "Taken"))).toBe("username_taken");
    expect(await invites.get(invite.id)).toMatchObject({ uses: 0 });
  });

  test("takes one place of a guest who comes again, and makes them what it says", async () => {
    const { invite, code } = await invited({ max_uses: 5 });
    const guest = person("guest");
    await persons.create(guest);
    const who = { id: guest.id, username: "came-back", name: "Ada", password_hash: "x$y" };
    expect(await invites.redeem(code, who)).toMatchObject({ id: guest.id, role: "member" });
    await invites.redeem(code, who);
    expect(await invites.get(invite.id)).toMatchObject({ uses: 1 });
    expect(await invites.hasRedeemed(invite.id, guest.id)).toBe(true);
  });

  test("never makes less of a person than they are", async () => {
    const { code } = await invited({ role: "guest" });
    const { id } = await somebody("admin");
    await invites.redeem(code, { id, username: null, name: "Less" });
    expect(await persons.get(id)).toMatchObject({ role: "admin", name: "Somebody" });
    await persons.remove(id);
  });

  test.each([
    [
      "that is disabled",
      async () => {
        const { invite, code } = await invited();
        await invites.change(invite.id, { disabled: true });
        return code;
      },
    ],
    ["that has expired", async () => (await invited({ expires_at: Date.now() - 1 })).code],
    ["that nobody made", async () => "aaaa-bbbb-cccc-dddd"],
    ["that is empty", async () => ""],
  ])("%s makes nobody", async (_, code) => {
    const who = person("member");
    expect(await invites.redeem(await code(), who)).toBeUndefined();
    expect(await persons.get(who.id)).toBeUndefined();
  });
});

describe("an identity", () => {
  test("points at one person, and at nobody else until it is taken back", async () => {
    const [ada, eve] = [await somebody("member"), await somebody("member")];
    const key = { channel: "telegram", account: "bot", platform_id: "42" };
    expect(await identities.link({ ...key, person_id: ada.id, name: "Ada" })).toBe(true);
    expect(await identities.link({ ...key, person_id: ada.id, name: "Ada L." })).toBe(true);
    expect(await identities.link({ ...key, person_id: eve.id, name: "Ada" })).toBe(false);
    expect(await identities.person(key)).toMatchObject({ id: ada.id });
    expect(await identities.person({ ...key, account: "" })).toBeUndefined();
    expect(await identities.unlink(eve.id, key)).toBe(false);
    expect(await identities.unlink(ada.id, key)).toBe(true);
    expect(await identities.person(key)).toBeUndefined();
  });
});

describe("preferences", () => {
  test("change by name, and null takes one back", async () => {
    const { id } = await signedIn("admin");
    await preferences.change(id, { time_zone: "Asia/Tokyo", voice_replies: true });
    expect(await preferences.change(id, { time_zone: null, language: "ja" })).toEqual({
      time_zone: null,
      language: "ja",
      interface_language: null,
      voice_replies: true,
      default_agent: null,
      default_model: null,
      favourite_models: null,
    });
  });
});
