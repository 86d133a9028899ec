import { describe, expect, test } from "vitest";
import { addressIn, countedAs, type TrySubject } from "../../../src/app/http/authentication/tries.ts";
import { openDatabase } from "../../../src/storage/d1/database.ts";
import { Tries } from "../../../src/storage/d1/people/tries.ts";
import { nodeD1 } from "../../support/node-d1.ts";

const NOW = Date.UTC(2026, 10, 27);
const EDGE = "CF-Connecting-IP";

/** An instance in which nobody knows from where somebody asks. */
function instance() {
  let now = NOW;
  const tries = new Tries(openDatabase(nodeD1()), () => now);
  const wait = (tried: TrySubject) => tries.take(countedAs(undefined, tried));
  const often = async (times: number, tried: TrySubject) => {
    for (let at = 0; at < times; at++) await wait(tried);
  };
  return { wait, often, pass: (seconds: number) => (now += seconds * 1000) };
}

describe("from where somebody asks", () => {
  test("is told by a header only where one is set, and of IPv6 by its network", () => {
    const headers = new Headers({ [EDGE]: "2001:db8::1" });
    expect(addressIn(headers, undefined)).toBeUndefined();
    expect(addressIn(headers, EDGE)).toBe("2001:db8:0:0::/64");
    expect(addressIn(new Headers(), EDGE)).toBeUndefined();
  });
});

describe("where nobody can tell from where tries come", () => {
  test("mistakes at one name, or at codes, hold up nobody else", async () => {
    const { wait, often } = instance();
    await often(40, { name: "ann" });
    await often(40, { secret: "invite code" });
    expect(await wait({ name: "bob" })).toBe(0);
    expect(await wait({ secret: "ADMIN_TOKEN" })).toBe(0);
    expect(await wait({ secret: "reset link" })).toBe(0);
  });

  test("a name is tried twenty times in a quarter of an hour, in any case and whatever is sent along", async () => {
    const { wait, often } = instance();
    await often(20, { name: "Ann" });
    expect(await wait({ name: " ann " })).toBeGreaterThan(30);
  });

  test("a code is guessed no faster than every three seconds, and nobody waits longer for it", async () => {
    const { wait, often, pass } = instance();
    await often(60, { secret: "invite code" });
    expect(await wait({ secret: "invite code" })).toBe(3);
    pass(3);
    expect(await wait({ secret: "invite code" })).toBe(0);
  });
});
