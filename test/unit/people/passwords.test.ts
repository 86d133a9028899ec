import { scryptSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { COST, type Cost, createPasswords } from "../../../src/people/passwords/hash.ts";
import { passwordFault } from "../../../src/people/passwords/rules.ts";

const CHEAP: Cost = { ln: 4, r: 1, p: 1 };
const CHEAPER: Cost = { ln: 3, r: 1, p: 1 };
let seed = 0;
const random = (bytes: Uint8Array) => {
  seed += 1;
  bytes.fill(seed);
};
const cheap = createPasswords({ random, cost: CHEAP });

describe("a password at rest", () => {
  test("opens with the password it was made of, and with no other", async () => {
    const stored = await cheap.hash("correct horse battery");
    expect(await cheap.verify("correct horse battery", stored)).toEqual({ ok: true, isStale: false });
    expect((await cheap.verify("correct horse batterY", stored)).ok).toBe(false);
    expect((await cheap.verify("", stored)).ok).toBe(false);
  });

  test("is scrypt's, as other programs compute it, with its cost in front", async () => {
    const passwords = createPasswords({ random: (bytes) => void bytes.fill(7) });
    const stored = await passwords.hash("correct horse battery");
    const { ln, r, p } = COST;
    const key = scryptSync("correct horse battery", Buffer.alloc(16, 7), 32, { N: 2 ** ln, r, p });
    const [salt, text] = [Buffer.alloc(16, 7), key].map((each) => each.toString("base64").replace(/=+$/, ""));
    expect(stored).toBe(`$scrypt$ln=${ln},r=${r},p=${p}$${salt}$${text}`);
  });

  test("is another text for each person, also of the same password", async () => {
    expect(await cheap.hash("same words")).not.toBe(await cheap.hash("same words"));
  });

  test("opens when it was hashed at another cost, and asks to be hashed again", async () => {
    const old = await createPasswords({ random, cost: CHEAPER }).hash("correct horse battery");
    expect(await cheap.verify("correct horse battery", old)).toEqual({ ok: true, isStale: true });
  });

  test("is the same however its accents were typed", async () => {
    const stored = await cheap.hash("Wörter über Bäume");
    expect((await cheap.verify("Wörter über Bäume".normalize("NFD"), stored)).ok).toBe(true);
  });

  test.each([
    ["nothing", ""],
    ["another method", "$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy"],
    ["a cost that would stop the Worker", `$scrypt$ln=31,r=8,p=1$${"A".repeat(22)}$${"A".repeat(43)}`],
    ["a cost of nothing", `$scrypt$ln=0,r=8,p=1$${"A".repeat(22)}$${"A".repeat(43)}`],
    ["a cut text", `$scrypt$ln=4,r=1,p=1$${"A".repeat(22)}$${"A".repeat(42)}`],
  ])("opens with nothing when it is %s", async (_what, stored) => {
    expect((await cheap.verify("correct horse battery", stored)).ok).toBe(false);
  });

  test("is prepared for once, with little work", async () => {
    const costs: Cost[] = [];
    const derive = async (_password: string, _salt: Uint8Array, cost: Cost) => {
      costs.push(cost);
      return new Uint8Array(32);
    };
    const { warm } = createPasswords({ random, derive });
    await warm();
    await warm();
    expect(costs).toHaveLength(1);
    expect(costs.every(({ ln, r }) => r === COST.r && ln <= COST.ln - 4)).toBe(true);
  });

  test("costs the same when there is none: whoever measures learns no names", async () => {
    const costs: Cost[] = [];
    const counted = createPasswords({
      random,
      derive: async (_password, salt, cost) => {
        costs.push(cost);
        return new Uint8Array(salt.length * 2);
      },
    });
    await counted.verify("some password", await counted.hash("some password"));
    expect(await counted.verify("some password", undefined)).toEqual({ ok: false, isStale: false });
    expect(costs).toEqual([COST, COST, COST]);
  });
});

describe("a new password", () => {
  test.each([
    "correct horse battery",
    "dk3!xPq0zz",
    "пароль из слов",
    "🐦🌙🌲🦉🌌🪶🍃🔥🌾🪵",
    "ada lovelace was here",
    `${"a".repeat(255)}b`,
  ])("may be %s", (password) => {
    expect(passwordFault(password, "ada")).toBeUndefined();
  });

  test.each([
    ["too short", "kurz und"],
    ["too short", "🐦🌙🌲🦉🌌"],
    ["too long", `ab ${"c".repeat(300)}`],
    ["repeats itself", "aaaaaaaaaaaa"],
    ["repeats itself", "abcabcabcabc"],
    ["Too many people", "Password1234"],
    ["Too many people", "1234567890"],
    ["Too many people", "abcdefghijkl"],
    ["Too many people", "QWERTYUIOP"],
    ["contains the username", "ada.lovelace1815"],
    ["contains the username", "AdaLovelace!!"],
  ])("is refused as %s: %s", (fault, password) => {
    expect(passwordFault(password, "ada.lovelace")).toContain(fault);
  });
});
