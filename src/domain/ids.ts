/** Branded ids. Raw strings become ids here and nowhere else. */

export type Id<Prefix extends string> = string & { readonly __prefix: Prefix };

export type ConversationId = Id<"cnv">;
export type MessageId = Id<"msg">;
export type TurnId = Id<"trn">;
export type CallId = Id<"call">;
export type DeliveryId = Id<"dlv">;

/**
 * Prefixes, each with what it names. A capability adds its own beside its id: `declare module "../domain/ids.ts"`. One that
 * is taken for something else does not compile.
 */
export interface IdPrefixes {
  cnv: "conversation";
  msg: "message";
  trn: "turn";
  inb: "input";
  call: "tool call";
  dlv: "delivery";
  sch: "schedule";
  psn: "person";
  inv: "invite";
  ses: "session";
  key: "API key";
  job: "job";
  fil: "file";
  mem: "memory";
  fct: "fact";
  eps: "episode";
  cmt: "commitment";
  rel: "relation";
  fgt: "tombstone";
  run: "run";
  acc: "provider account";
  cmp: "compaction";
  pai: "pairing";
  psh: "push subscription";
}

export type IdPrefix = keyof IdPrefixes;

export interface Ids {
  /**
   * Makes a new id: prefix, 9 characters of time (ms), 11 of randomness. Ids of one source sort by creation.
   */
  create<P extends IdPrefix>(prefix: P): Id<P>;
}

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const TIME_LENGTH = 9;
const RANDOM_LENGTH = 11;
const DERIVED_LENGTH = 26;

/** `now` is in ms since the epoch; `random` fills the given bytes. */
export function createIds(now: () => number, random: (bytes: Uint8Array) => void): Ids {
  let lastTime = -1;
  let lastRandom = new Uint8Array(RANDOM_LENGTH);
  return {
    create(prefix) {
      const time = Math.max(now(), lastTime);
      lastRandom = time === lastTime ? increment(lastRandom) : fresh(random);
      lastTime = time;
      return `${prefix}_${encodeTime(time)}${encodeRandom(lastRandom)}` as Id<typeof prefix>;
    },
  };
}

/** Bytes fetched per request: the overhead of a request exceeds the cost of the bytes. */
const STOCK = 1_024;

/** Buffers a source of randomness, so that one request serves many ids. */
export function inStock(random: (bytes: Uint8Array) => void): (bytes: Uint8Array) => void {
  const stock = new Uint8Array(STOCK);
  let used = STOCK;
  return (bytes) => {
    if (used + bytes.length > STOCK) {
      random(stock);
      used = 0;
    }
    bytes.set(stock.subarray(used, used + bytes.length));
    used += bytes.length;
  };
}

/** The text as an id of that prefix, or undefined when it cannot be one. */
export function parseId<P extends IdPrefix>(prefix: P, text: string): Id<P> | undefined {
  const isId = text.startsWith(`${prefix}_`) && /^[a-z]+_[0-9a-z]{6,64}$/.test(text);
  return isId ? (text as Id<P>) : undefined;
}

/** For ids that our own storage or our own RPC returns: they were checked when they were made. */
export function trustId<P extends IdPrefix>(text: string): Id<P> {
  return text as Id<P>;
}

/**
 * A deterministic id: the same bytes give the same id; 26 of them are used. It carries no time of creation.
 */
export function derivedId<P extends IdPrefix>(prefix: P, bytes: Uint8Array): Id<P> {
  const digits = bytes.slice(0, DERIVED_LENGTH).map((byte) => byte & 31);
  return `${prefix}_${encodeTime(0)}${encodeRandom(digits)}` as Id<P>;
}

/** Creation time of the id, in ms since the epoch; undefined for a text that is no id of ours. */
export function timeOfId(id: string): number | undefined {
  const digits = id.slice(id.indexOf("_") + 1, id.indexOf("_") + 1 + TIME_LENGTH);
  let time = 0;
  for (const digit of digits) {
    const value = ALPHABET.indexOf(digit);
    if (value === -1) return undefined;
    time = time * 32 + value;
  }
  return digits.length === TIME_LENGTH ? time : undefined;
}

/** Lower bound for range queries: no id of that prefix made at or after that time sorts before it. */
export function firstIdAt(prefix: IdPrefix, time: number): string {
  return `${prefix}_${encodeTime(Math.max(0, time))}`;
}

function fresh(random: (bytes: Uint8Array) => void): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(RANDOM_LENGTH);
  random(bytes);
  // The top bit stays free, so that counting up inside one millisecond cannot overflow.
  bytes[0] = (bytes[0] ?? 0) & 15;
  for (let index = 1; index < bytes.length; index++) bytes[index] = (bytes[index] ?? 0) & 31;
  return bytes;
}

function increment(digits: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const next = digits.slice();
  for (let index = next.length - 1; index >= 0; index--) {
    const digit = next[index] ?? 0;
    next[index] = (digit + 1) & 31;
    if (digit < 31) break;
  }
  return next;
}

function encodeTime(time: number): string {
  let rest = time;
  let text = "";
  for (let index = 0; index < TIME_LENGTH; index++) {
    text = `${ALPHABET[rest % 32]}${text}`;
    rest = Math.floor(rest / 32);
  }
  return text;
}

function encodeRandom(digits: Uint8Array): string {
  let text = "";
  for (const digit of digits) text += ALPHABET[digit];
  return text;
}
