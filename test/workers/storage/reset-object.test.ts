/** Work shared by the objects of an isolate goes on for the others when the object that began it is reset. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "../../../src/providers/system-clock.ts";
import { openDatabase } from "../../../src/storage/d1/database.ts";
import { D1AccountStore } from "../../../src/storage/d1/models/accounts.ts";
import { AesSealer } from "../../../src/storage/d1/models/seal.ts";
import { VapidKeyStore } from "../../../src/storage/d1/push/vapid-keys.ts";

const { CONVERSATION, DB } = env as unknown as { CONVERSATION: DurableObjectNamespace; DB: D1Database };
const db = openDatabase(DB);
const random = (bytes: Uint8Array) => void crypto.getRandomValues(bytes);
const sealerOf = (secret = "a-secret-of-this-instance") => new AesSealer(secret, random);
const MAIN = { id: "acc_main", provider: "anthropic", label: "Main", key: "sk-1234", priority: 1 };

function inObject<T>(body: (state: DurableObjectState) => Promise<T> | T): Promise<T> {
  const stub = CONVERSATION.get(CONVERSATION.newUniqueId()) as DurableObjectStub<undefined>;
  return runInDurableObject(stub, (_, state) => body(state));
}

/** An object begins that, and is reset before any of it is done. */
async function begunAndReset(begin: () => Promise<unknown>): Promise<void> {
  const reset = inObject((state) => {
    begin().catch(() => undefined);
    state.abort("reset in the middle");
  });
  await expect(reset).rejects.toThrow();
}

beforeEach(async () => {
  await DB.batch([DB.prepare("DELETE FROM accounts"), DB.prepare("DELETE FROM instance_keys")]);
});

describe("what another object had begun when it was reset", () => {
  test("does not lose a sealed text: the next ones open it", async () => {
    const sealed = await sealerOf().seal("sk-1234", "acc_main");
    const shared = sealerOf();
    await begunAndReset(() => shared.open(sealed, "acc_main"));
    for (let object = 0; object < 2; object++)
      expect(await inObject(() => shared.open(sealed, "acc_main"))).toBe("sk-1234");
  });

  test("does not hold up the keys for notifications, and they stay the same", async () => {
    const made = await new VapidKeyStore(db, sealerOf()).get();
    const shared = new VapidKeyStore(db, sealerOf());
    await begunAndReset(() => shared.get());
    expect(await inObject(() => shared.get())).toEqual(made);
  });

  test("does not hold up the first reading of the accounts", async () => {
    const accounts = () =>
      new D1AccountStore({
        db,
        sealer: sealerOf(),
        // Nobody waits for what never comes.
        clock: { ...systemClock, after: () => () => undefined },
        background: () => undefined,
        onFailure: () => undefined,
      });
    await accounts().add(MAIN);
    const shared = accounts();
    await begunAndReset(() => shared.ready());
    await inObject(() => shared.ready());
    expect(shared.snapshot().accounts).toEqual([MAIN]);
  });
});

describe("a sealed text", () => {
  test("that is of another secret, of another place or damaged does not open", async () => {
    const sealer = sealerOf();
    const sealed = await sealer.seal("sk-1234", "acc_main");
    expect(await sealerOf("another-secret-altogether").open(sealed, "acc_main")).toBeUndefined();
    expect(await sealer.open(sealed, "acc_other")).toBeUndefined();
    for (const damaged of ["", "AAAA", "not base64!", sealed.slice(0, -8)])
      expect([damaged, await sealer.open(damaged, "acc_main")]).toEqual([damaged, undefined]);
  });
});
