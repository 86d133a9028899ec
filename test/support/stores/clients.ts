import { describe, expect, test } from "vitest";
import {
  CLIENT_DEFAULTS,
  type Client,
  type ClientFields,
  fieldsOfClient,
} from "../../../src/clients/client.ts";
import type { Stores } from "./stores.ts";

export function clientsContract(open: () => Stores): void {
  describe("clients", () => {
    const { clients, persons, sessions, access, ids, clock } = open();
    let count = 0;

    async function made(more: Partial<ClientFields & { owner: string }> = {}): Promise<Client> {
      const slug = `client-${++count}`;
      const wanted = { ...CLIENT_DEFAULTS, slug, name: `The ${slug}`, owner: "admin", ...more };
      const client = await clients.create({ ...wanted, id: ids.create("clt") });
      if (client === "slug_taken") throw new Error(`${wanted.slug} is taken`);
      return client;
    }

    test("are read as they were made, by whoever knows their id, and listed for their keeper", async () => {
      const first = await made({ owner: "ann", notes: "Bakes at night.", spend_per_day_usd: 2 });
      clock.now += 1;
      const second = await made({ owner: "ann" });
      await made({ owner: "ben" });
      expect(await clients.get(first.id)).toEqual(first);
      expect(first).toMatchObject({ version: 1, accounts: [], kind: "organisation", active: true });
      expect(await clients.list("ann")).toEqual([first, second]);
    });

    test("are persons too, without being in the list of people", async () => {
      const { id, name } = await made();
      expect(await persons.get(id)).toMatchObject({ name, role: "member", username: null });
      expect((await persons.list({ limit: 100 })).map((person) => person.id)).not.toContain(id);
    });

    test("have a slug of their own among those of their keeper", async () => {
      const { slug } = await made({ owner: "ann" });
      const again = { ...CLIENT_DEFAULTS, id: ids.create("clt"), slug, name: "Again" };
      expect(await clients.create({ ...again, owner: "ann" })).toBe("slug_taken");
      expect(await persons.get(again.id)).toBeUndefined();
      const other = await made({ owner: "ben", slug });
      expect(other.slug).toBe(slug);
      const renamed = await made({ owner: "ann" });
      expect(await clients.update(renamed, { ...fieldsOfClient(renamed), slug })).toBe("slug_taken");
      expect(await clients.get(renamed.id)).toEqual(renamed);
    });

    test("are changed by one of many who saw the same version, and their person's row with them", async () => {
      const client = await made();
      clock.now += 1000;
      const tries = ["a", "b", "c"].map((name) =>
        clients.update(client, { ...fieldsOfClient(client), name }),
      );
      const [changed, ...more] = (await Promise.all(tries)).filter((each) => each !== undefined);
      expect(more).toEqual([]);
      expect(changed).toMatchObject({ version: 2, updated_at: clock.now });
      const { name } = changed as Client;
      expect(await persons.get(client.id)).toMatchObject({ name });
    });

    test("that are not active act for nobody, until they are again", async () => {
      const client = await made();
      const { token } = await access.createSession(client.id, "test");
      const off = await clients.update(client, { ...fieldsOfClient(client), active: false });
      expect(off).toMatchObject({ active: false });
      expect(await sessions.byToken(token)).toBeUndefined();
      await clients.update(off as Client, { ...fieldsOfClient(client), active: true });
      expect(await sessions.byToken(token)).toMatchObject({ person: { id: client.id } });
      expect(await made({ active: false })).toMatchObject({ active: false });
    });

    test("have bots that serve nobody else, until they are given back", async () => {
      const [one, other] = [await made(), await made()];
      const bots = [
        { channel: "slack", account: "" },
        { channel: "telegram", account: "second" },
      ] as const;
      expect(await clients.setAccounts(one.id, bots)).toMatchObject({ accounts: bots });
      expect(await clients.setAccounts(other.id, bots.slice(1))).toBe("taken");
      expect(await clients.setAccounts(one.id, bots.slice(0, 1))).toMatchObject({
        accounts: bots.slice(0, 1),
      });
      expect(await clients.setAccounts(other.id, bots.slice(1))).toMatchObject({ accounts: bots.slice(1) });
    });

    test("that are removed are found no more, and leave their slug and their bots to others", async () => {
      const client = await made({ slug: "fleeting" });
      const bots = [{ channel: "discord", account: "" }] as const;
      await clients.setAccounts(client.id, bots);
      await clients.remove(client.id);
      expect(await clients.get(client.id)).toBeUndefined();
      expect(await clients.update(client, fieldsOfClient(client))).toBeUndefined();
      const next = await made({ slug: "fleeting" });
      expect(await clients.setAccounts(next.id, bots)).toMatchObject({ accounts: bots });
    });

    test("are whose sessions their keeper ends", async () => {
      const keeper = { id: ids.create("psn"), username: null, name: "Ann", role: "member" as const };
      await persons.create(keeper);
      const client = await made({ owner: keeper.id });
      const { token } = await access.createSession(client.id, "test", { kind: "client" });
      const [session] = await sessions.of(keeper.id);
      expect(session).toMatchObject({ owner: client.id, kind: "client" });
      expect(await sessions.revokeAll(keeper.id, undefined)).toBe(1);
      expect(await sessions.byToken(token)).toBeUndefined();
    });
  });
}
