import { describe, expect, test } from "vitest";
import type { NewInvite } from "../../../src/storage/d1/people/invites.ts";
import { personsOf } from "./people.ts";
import type { Stores } from "./stores.ts";

const MARKS = { remembers: false, speaks_for_others: false };

/** Ways into the house: invites, codes, passwords, sessions and keys. */
export function waysInContract(open: () => Stores): void {
  const stores = open();
  const { persons, invites, sessions, apiKeys, credentials, linkCodes, access, standing, ids, clock } =
    stores;
  const { person, someone } = personsOf(stores);

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
      const { id } = await someone("admin");
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
      ["that has expired", async () => (await invited({ expires_at: clock.now - 1 })).code],
      ["that nobody made", async () => "aaaa-bbbb-cccc-dddd"],
      ["that is empty", async () => ""],
    ])("%s makes nobody", async (_, code) => {
      const who = person("member");
      expect(await invites.redeem(await code(), who)).toBeUndefined();
      expect(await persons.get(who.id)).toBeUndefined();
    });
  });

  describe("a session", () => {
    test("opens by its token until it expires or is ended, by its person alone", async () => {
      const [ada, eve] = [await someone("member"), await someone("member")];
      const { token, expires_at } = await access.createSession(ada.id, "Firefox");
      const open = await sessions.byToken(token);
      expect(open).toMatchObject({ person: { id: ada.id }, session: { user_agent: "Firefox", expires_at } });
      const { id } = open?.session ?? { id: "" };
      expect(await sessions.byId(id)).toEqual(open);
      expect(await sessions.rename(id, eve.id, "Mine")).toBeUndefined();
      expect(await sessions.rename(id, ada.id, "Desk")).toMatchObject({ device: "Desk" });
      expect(await sessions.revoke(id, eve.id)).toBe(false);
      expect(await sessions.revoke(id, ada.id)).toBe(true);
      expect(await sessions.byToken(token)).toBeUndefined();
      const later = await access.createSession(ada.id, "Firefox");
      clock.now = later.expires_at;
      expect(await sessions.byToken(later.token)).toBeUndefined();
    });

    test("is ended with all others but one", async () => {
      const { id } = await someone("member");
      const [kept, ...more] = await Promise.all([1, 2, 3].map(() => access.createSession(id, "test")));
      const open = await sessions.byToken(kept?.token ?? "");
      expect(await sessions.revokeAll(id, open?.session.id)).toBe(more.length);
      expect(await sessions.of(id)).toEqual([open?.session]);
      expect(await sessions.revokeAll(id, undefined)).toBe(1);
    });
  });

  describe("a sign-in link", () => {
    test("is used once, for its purpose, in its time", async () => {
      const { id } = await someone("member");
      const { token } = await access.createLink(id, "reset");
      expect(await access.redeemLink(token, "signin")).toBeUndefined();
      expect(await access.ownerOfLink(token, "reset")).toBe(id);
      const tries = await Promise.all([1, 2, 3].map(() => access.redeemLink(token, "reset")));
      expect(tries.filter((owner) => owner === id)).toHaveLength(1);
      const late = await access.createLink(id);
      clock.now = late.expires_at;
      expect(await access.redeemLink(late.token, "signin")).toBeUndefined();
    });
  });

  describe("an API key", () => {
    test("opens by its secret until it expires or is revoked, and its list never has the secret", async () => {
      const { id } = await someone("member");
      const wanted = {
        person_id: id,
        name: "Program",
        scopes: ["chat" as const],
        ...MARKS,
        expires_at: null,
      };
      const { key, secret } = await apiKeys.create(wanted);
      expect(await apiKeys.bySecret(secret)).toEqual({ key, person: await persons.get(id) });
      await apiKeys.noteUse(key.id);
      expect(await apiKeys.of(id)).toEqual([{ ...key, last_used_at: clock.now }]);
      expect(JSON.stringify(await apiKeys.of(id))).not.toContain(secret);
      expect(await apiKeys.revoke(key.id, "psn_another")).toBe(false);
      expect(await apiKeys.revoke(key.id, id)).toBe(true);
      expect(await apiKeys.bySecret(secret)).toBeUndefined();
      const brief = await apiKeys.create({ ...wanted, expires_at: clock.now + 1 });
      clock.now += 1;
      expect(await apiKeys.byId(brief.key.id)).toBeUndefined();
      expect((await apiKeys.of(id)).map((each) => each.id)).toEqual([brief.key.id]);
    });

    test("stands for what its person may today", async () => {
      const { id } = await someone("member");
      const { key } = await apiKeys.create({
        person_id: id,
        name: "P",
        scopes: ["chat"],
        ...MARKS,
        expires_at: null,
      });
      const asked = { owner: id, role: "member", name: "", key_id: key.id } as const;
      await persons.change(id, { role: "guest" });
      expect(await standing(asked)).toMatchObject({ owner: id, role: "guest", key_id: key.id });
      await persons.change(id, { disabled: true });
      expect(await standing(asked)).toBeUndefined();
    });
  });

  describe("a password", () => {
    test("is hashed anew, unless another was set meanwhile", async () => {
      const { id } = await someone("member", { username: "Phoebe" });
      expect(await credentials.byUsername("phoebe")).toMatchObject({
        person: { id },
        password_hash: undefined,
      });
      await credentials.set(id, "one");
      await credentials.rehash(id, { from: "another", to: "lost" });
      expect(await credentials.passwordHash(id)).toBe("one");
      await credentials.rehash(id, { from: "one", to: "better" });
      expect(await credentials.byUsername("PHOEBE")).toMatchObject({ password_hash: "better" });
      expect(await credentials.byUsername("nobody-there")).toBeUndefined();
    });
  });

  describe("a link code", () => {
    test("is taken once, in its time, and ends with the next", async () => {
      const { id } = await someone("member");
      const first = await linkCodes.create(id);
      const { code } = await linkCodes.create(id);
      expect(await linkCodes.take(first.code)).toBeUndefined();
      const tries = await Promise.all([1, 2].map(() => linkCodes.take(` ${code.toLowerCase()} `)));
      expect(tries.filter((owner) => owner === id)).toHaveLength(1);
      const late = await linkCodes.create(id);
      clock.now = late.expires_at;
      expect(await linkCodes.take(late.code)).toBeUndefined();
    });
  });
}
