/**
 * Password hashing: scrypt, with its parameters in front of each hash (`$scrypt$ln=14,r=8,p=1$salt$key`), so
 * that they may change and old hashes still verify. The cost of a hash is chosen for Workers:
 * docs/decisions/015.
 */

export interface Cost {
  /** The logarithm of N; the memory is 128 * r * 2^ln bytes. */
  ln: number;
  r: number;
  p: number;
}

/** 16 MB, and about 60 ms of CPU time. */
export const COST: Cost = { ln: 14, r: 8, p: 1 };

/** A sixteenth of the work: enough for the runtime to compile the hot code. */
const WARMING: Cost = { ln: 10, r: 8, p: 1 };

const SALT_BYTES = 16;
const KEY_BYTES = 32;
/** A stored hash beyond this would stop the Worker: it was not made here. */
const MOST: Cost = { ln: 17, r: 16, p: 8 };

export interface Verdict {
  ok: boolean;
  /** The hash was made at another cost than today's: hash the password again, now that it is known. */
  isStale: boolean;
}

export interface Passwords {
  /** The hash in the form that `credentials` stores. */
  hash(password: string): Promise<string>;
  /**
   * Whether the password matches. Without a stored hash (unknown name, or no password) the same work is done
   * before the answer is no, so that timing reveals nothing.
   */
  verify(password: string, stored: string | undefined): Promise<Verdict>;
  /** Warms up the JIT, so that the first sign-in is not slowed by it. Works only once. */
  warm(): Promise<void>;
}

/** Derives a key of 32 bytes: scrypt, except in tests that count calls. */
export type Derive = (password: string, salt: Uint8Array, cost: Cost) => Promise<Uint8Array>;

/** `random` fills the given bytes. */
export function createPasswords({
  random,
  derive = scryptKey,
  cost = COST,
}: {
  random(bytes: Uint8Array): void;
  derive?: Derive;
  cost?: Cost;
}): Passwords {
  let isWarm = false;
  const nobodys: Hash = { cost, salt: new Uint8Array(SALT_BYTES), key: new Uint8Array(KEY_BYTES) };
  return {
    async hash(password) {
      const salt = new Uint8Array(SALT_BYTES);
      random(salt);
      return textOf({ cost, salt, key: await derive(plain(password), salt, cost) });
    },
    async verify(password, stored) {
      const hash = (stored === undefined ? undefined : parse(stored)) ?? nobodys;
      const matches = isSame(await derive(plain(password), hash.salt, hash.cost), hash.key);
      return { ok: matches && hash !== nobodys, isStale: !isSameCost(hash.cost, cost) };
    },
    async warm() {
      if (isWarm) return;
      isWarm = true;
      await derive("", nobodys.salt, WARMING);
    },
  };
}

interface Hash {
  cost: Cost;
  salt: Uint8Array;
  key: Uint8Array;
}

/** NFKC, as NIST SP 800-63B asks: a password typed on another keyboard has the same characters. */
function plain(password: string): string {
  return password.normalize("NFKC");
}

/** The library is loaded by the first password: most starts see none. */
const scryptKey: Derive = async (password, salt, { ln, r, p }) => {
  const { scrypt } = await import("@noble/hashes/scrypt.js");
  return scrypt(password, salt, { N: 2 ** ln, r, p, dkLen: KEY_BYTES });
};

function textOf({ cost: { ln, r, p }, salt, key }: Hash): string {
  return `$scrypt$ln=${ln},r=${r},p=${p}$${base64(salt)}$${base64(key)}`;
}

const FORM = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;

/** Undefined for a text that was not made here. */
function parse(text: string): Hash | undefined {
  const [, ln, r, p, salt = "", key = ""] = FORM.exec(text) ?? [];
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) };
  const isSane = isWithin(cost.ln, MOST.ln) && isWithin(cost.r, MOST.r) && isWithin(cost.p, MOST.p);
  return isSane ? { cost, salt: bytes(salt), key: bytes(key) } : undefined;
}

function isWithin(value: number, most: number): boolean {
  return value >= 1 && value <= most;
}

function isSameCost(a: Cost, b: Cost): boolean {
  return a.ln === b.ln && a.r === b.r && a.p === b.p;
}

/** Constant-time comparison. */
function isSame(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length;
  for (const [index, byte] of a.entries()) difference |= byte ^ (b[index] ?? 0);
  return difference === 0;
}

function base64(from: Uint8Array): string {
  return btoa(String.fromCharCode(...from)).replace(/=+$/, "");
}

function bytes(from: string): Uint8Array {
  return Uint8Array.from(atob(from), (character) => character.charCodeAt(0));
}
