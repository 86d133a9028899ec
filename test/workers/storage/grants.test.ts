/** Claims of grants in D1: counted once a call, never past their number, and not once they were ended. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import type { GrantClaim } from "../../../src/agent/ports/grants.ts";
import type { Env } from "../../../src/app/env.ts";
import type { Grant } from "../../../src/domain/grants/grant.ts";
import { createIds, trustId } from "../../../src/domain/ids.ts";
import { openDatabase } from "../../../src/storage/d1/database.ts";
import { D1GrantStore } from "../../../src/storage/d1/grants/grant-store.ts";
import { aCall, aGrant, aSink, PLACE } from "../../unit/grants/support.ts";

const { DB } = env as unknown as Env;
const OWNER = "usr_grants";
let now = 1_000;
const db = openDatabase(DB);
const log = { warn: (event: string) => expect.unreachable(event) };
const store = new D1GrantStore({
  db,
  ids: createIds(
    () => now,
    (bytes) => crypto.getRandomValues(bytes),
  ),
  now: () => now,
  log,
});

beforeEach(async () => {
  now = 1_000;
  await DB.exec("DELETE FROM grants; DELETE FROM grant_uses;");
});

function claim(key: string, some: Partial<GrantClaim> = {}): Promise<boolean> {
  const holder = { owner: OWNER, agent: "nightjar", place: PLACE, has: () => true };
  return store.claim({ holder, call: aCall(), key, fresh: [], ...some });
}

async function given(some: Partial<Grant>): Promise<Grant> {
  const grant = aGrant(some);
  await store.put(OWNER, [grant]);
  return grant;
}

test("ten uses are ten, though thirty calls come at once, and a call that comes again uses none up", async () => {
  await given({ max_uses: 10 });
  const first = await Promise.all(Array.from({ length: 30 }, (_, at) => claim(`trn:${at}`)));
  expect(first.filter(Boolean)).toHaveLength(10);
  const used = first.findIndex(Boolean);
  expect(await claim(`trn:${used}`)).toBe(true);
  expect(await claim("trn:new")).toBe(false);
  expect(await store.list(OWNER)).toEqual([]);
});

test("amounts add up to the limit, and not past it", async () => {
  await given({ given: "page", max_amount: 10 });
  const pay = (amount: number) =>
    aCall({ input: { amount }, sinks: [aSink("amount", "?", { path: "amount" })] });
  expect(await claim("a", { call: pay(6) })).toBe(true);
  expect(await claim("b", { call: pay(5) })).toBe(false);
  expect(await claim("a", { call: pay(6) })).toBe(true);
  expect(await claim("c", { call: pay(4) })).toBe(true);
  expect(await claim("d", { call: pay(0.01) })).toBe(false);
});

test("one that was ended counts no longer, for a call that was claimed before either", async () => {
  const { id } = await given({ max_uses: 10 });
  expect(await claim("a")).toBe(true);
  expect(await store.end("usr_other", id)).toBe(false);
  expect(await store.end(OWNER, id)).toBe(true);
  expect([await claim("a"), await claim("b")]).toEqual([false, false]);
  expect(await store.end(OWNER, id)).toBe(false);
});

test("one that was given a moment ago counts before it is written, and not again once it was ended", async () => {
  const fresh = [aGrant()];
  expect(await claim("a", { fresh })).toBe(true);
  await store.end(OWNER, aGrant().id);
  expect(await claim("b", { fresh })).toBe(false);
  await store.put(OWNER, fresh);
  expect(await store.list(OWNER)).toEqual([]);
});

test("a shorter end holds from the next call on, and what ended a month ago is removed", async () => {
  const { id } = await given({ max_uses: 5 });
  expect(await claim("a")).toBe(true);
  expect(await store.change(OWNER, id, { ends_at: 2_000 })).toBe(true);
  expect(await store.list(OWNER)).toMatchObject([{ id, uses: 1, last_used_at: 1_000, ends_at: 2_000 }]);
  now = 2_000;
  expect(await claim("b")).toBe(false);
  now += 31 * 86_400_000;
  await store.prune();
  const { results } = await DB.prepare("SELECT * FROM grant_uses").all();
  expect(results).toEqual([]);
});

test("nobody else's grant counts", async () => {
  await given({});
  const holder = { owner: "usr_other", agent: "nightjar", place: PLACE, has: () => true };
  expect(await claim("a", { holder })).toBe(false);
  expect(
    await claim("a", {
      holder: {
        ...holder,
        owner: OWNER,
        agent: "other",
        place: { ...PLACE, turn_id: trustId("trn_x00000000") },
      },
    }),
  ).toBe(false);
});
