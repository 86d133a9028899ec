import { describe, expect, test } from "vitest";
import type { Role } from "../../../src/domain/principal.ts";
import type { NewPerson } from "../../../src/storage/d1/people/persons.ts";
import type { Stores } from "./stores.ts";

/** Creates persons of a test. */
export function personsOf({ ids, persons }: Stores) {
  const person = (role: Role, username: string | null = null): NewPerson => {
    return { id: ids.create("psn"), username, name: "Ada", role };
  };
  const someone = async (role: Role, more: Partial<NewPerson> = {}): Promise<NewPerson> => {
    const made = { ...person(role), name: "Somebody", ...more };
    if ((await persons.create(made)) === "username_taken") throw new Error(`${made.username} is taken`);
    return made;
  };
  return { person, someone };
}

/** Persons, their identities and preferences. */
export function peopleContract(open: () => Stores): void {
  const stores = open();
  const { persons, identities, preferences, sessions, access } = stores;
  const { person, someone } = personsOf(stores);
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
      const { id } = await someone("member");
      const { token } = await access.createSession(id, "test");
      await persons.change(id, { disabled: true });
      expect(await sessions.byToken(token)).toBeUndefined();
      await persons.change(id, { disabled: false });
      expect(await sessions.byToken(token)).toMatchObject({ person: { id } });
    });

    test("that are deleted leave nothing to sign in with", async () => {
      const { id } = await someone("member", { username: "leaver" });
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

  describe("an identity", () => {
    test("points at one person, and at nobody else until it is taken back", async () => {
      const [ada, eve] = [await someone("member"), await someone("member")];
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
      const { id } = await someone("admin");
      await preferences.change(id, { time_zone: "Asia/Tokyo", voice_replies: true });
      expect(await preferences.change(id, { time_zone: null, language: "ja" })).toEqual({
        time_zone: null,
        language: "ja",
        interface_language: null,
        is_set_up: null,
        seen_version: null,
        voice_replies: true,
        keep_recordings: null,
        default_agent: null,
        default_model: null,
        favourite_models: null,
        custom_instructions: null,
        about_me: null,
        answer_style: null,
        avatar: null,
        avatar_color: null,
      });
    });
  });
}
