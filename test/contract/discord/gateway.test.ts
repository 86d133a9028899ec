/**
 * The Gateway's protocol, against a server that speaks it: over real sockets, with the pauses made short and heartbeats
 * when the test says so, since on a busy machine any pace is too quick for somebody.
 */
import { afterEach, beforeEach, expect, test } from "vitest";
import { WebSocket } from "ws";
import type { Session } from "../../../src/channels/discord/gateway/connection.ts";
import { Gateway, type GatewayDeps } from "../../../src/channels/discord/gateway/gateway.ts";
import type { OpenSocket } from "../../../src/channels/wire/socket.ts";
import { BOT_USER, DiscordGateway } from "../../support/discord/gateway.ts";

const TOKEN = "bot-token";
const HEARTBEAT_MS = 40;
const LONG_MS = 10_000;
let server: DiscordGateway;
let saved: Session | undefined;
let taken: string[];
let refused: string[];
let failing: number;
let heartbeats: (() => void)[];
let lives: { gateway: Gateway; die: () => void }[];

beforeEach(async () => {
  server = await DiscordGateway.start({ token: TOKEN, heartbeat_ms: HEARTBEAT_MS });
  [saved, taken, refused, failing, heartbeats, lives] = [undefined, [], [], 0, [], []];
});
afterEach(async () => {
  for (const { die } of lives) die();
  await server.close();
});

/** One life of the object: what dies does nothing any more. */
function live(change: Partial<GatewayDeps> = {}) {
  const sockets: WebSocket[] = [];
  let isDead = false;
  const open: OpenSocket = (url, { message, onClose }) =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(url);
      sockets.push(socket);
      socket.on("open", () =>
        resolve({ send: (text) => socket.send(text), close: (code) => socket.close(code) }),
      );
      socket.on("error", reject);
      socket.on("message", (data) => {
        if (!isDead) message(String(data));
      });
      socket.on("close", (code) => {
        if (!isDead) onClose(code);
      });
    });
  const gateway = new Gateway({
    log: { shows: () => true, info: () => undefined, warn: () => undefined, error: () => undefined },
    open,
    token: TOKEN,
    hearing: "mentions",
    random: () => 0.5,
    later: (callback, ms) => {
      const living = () => isDead || callback();
      return ms > 0 && ms <= HEARTBEAT_MS ? atBeat(living) : afterPause(living, ms);
    },
    address: async () => ({ status: "ready", url: server.url }),
    savedSession: () => saved,
    save: (session) => {
      if (isDead) return;
      saved = session;
      server.wake();
    },
    take: async (message, bot_id) => {
      if (isDead) throw new Error("dead");
      if (failing > 0) {
        failing -= 1;
        throw new Error("the house does not answer");
      }
      taken.push(`${bot_id === BOT_USER ? "" : "who? "}${String((message as { content: string }).content)}`);
      server.wake();
    },
    onRefused: (problem) => void refused.push(problem),
    onHello: () => undefined,
    ...change,
  });
  const die = () => {
    isDead = true;
    gateway.stop();
    for (const socket of sockets) socket.terminate();
  };
  lives.push({ gateway, die });
  gateway.start();
  return { gateway, die };
}

function atBeat(callback: () => void) {
  heartbeats.push(callback);
  return () => {
    heartbeats = heartbeats.filter((each) => each !== callback);
  };
}

/** Pauses are a hundredth: a second is ten ms here. What nobody is to wait for stays as long as it is. */
function afterPause(callback: () => void, ms: number) {
  const timer = setTimeout(callback, ms < LONG_MS ? ms / 100 : ms);
  return () => clearTimeout(timer);
}

function beat() {
  for (const due of heartbeats.splice(0)) due();
}

const ops = () => server.calls.map(({ op }) => op);
const say = (content: string) => server.dispatch("MESSAGE_CREATE", { content });
const had = (count: number) => server.until(() => taken.length >= count);

test("identifies, beats, and takes in what is written, in order", async () => {
  live();
  await server.until(() => ops().length === 1);
  expect(server.calls[0]).toMatchObject({
    op: 2,
    d: { token: TOKEN, intents: (1 << 9) | (1 << 12), properties: { browser: "nightjar" } },
  });
  for (const words of ["one", "two"]) say(words);
  server.dispatch("TYPING_START", {});
  say("three");
  await had(3);
  expect(taken).toEqual(["one", "two", "three"]);
  await server.until(() => saved?.seq === 5);
  beat();
  await server.until(() => server.beats.length === 1);
  expect(server.beats).toEqual([5]);
  expect(saved).toMatchObject({ id: "session-1", bot_id: BOT_USER, seq: 5 });
});

test("asks for the content of all messages where it is to hear them", async () => {
  live({ hearing: "all" });
  await server.until(() => ops().length === 1);
  expect(server.calls[0]).toMatchObject({ d: { intents: (1 << 9) | (1 << 12) | (1 << 15) } });
});

test.each([
  ["breaks", undefined],
  ["ends with 4000", 4000],
  ["ends with 1001", 1001],
])("goes on with its session where the connection %s, and misses nothing", async (_how, code) => {
  live();
  await server.until(() => ops().length === 1);
  say("before");
  await had(1);
  server.cut(code);
  say("between");
  await server.until(() => ops().length === 2);
  say("after");
  await had(3);
  expect(ops()).toEqual([2, 6]);
  expect(taken).toEqual(["before", "between", "after"]);
});

test("another life goes on with the session of the one that died", async () => {
  const first = live();
  await server.until(() => ops().length === 1);
  say("before");
  await server.until(() => saved?.seq === 2);
  first.die();
  say("between");
  live();
  await had(2);
  expect(ops()).toEqual([2, 6]);
  expect(taken).toEqual(["before", "between"]);
});

test("stays connected as long as its heartbeats are heard", async () => {
  live();
  await server.until(() => ops().length === 1);
  for (const count of [1, 2, 3]) {
    beat();
    await server.until(() => server.beats.length === count);
    // What is said behind the answer to a heartbeat has come: so has the answer.
    say(`hello ${count}`);
    await had(count);
  }
  expect(ops()).toEqual([2]);
});

test("connects anew when it is told to, and when its heartbeats are not heard", async () => {
  live();
  await server.until(() => ops().length === 1);
  server.command(7);
  await server.until(() => ops().length === 2);
  server.isDeaf = true;
  beat();
  await server.until(() => server.beats.length === 1);
  beat();
  await server.until(() => ops().length === 3);
  server.isDeaf = false;
  expect(ops()).toEqual([2, 6, 6]);
  const beats = server.beats.length;
  server.command(1);
  await server.until(() => server.beats.length > beats);
});

test.each([
  ["is told so", () => server.command(9, false)],
  ["is cut off for it", () => server.cut(4009)],
])("begins another session where its own is over and it %s", async (_how, end) => {
  live();
  await server.until(() => ops().length === 1);
  end();
  await server.until(() => ops().length === 2);
  say("hello");
  await had(1);
  expect(ops()).toEqual([2, 2]);
  expect(saved?.id).toBe("session-2");
});

test("begins another where nobody knows the one that it was cut off from", async () => {
  saved = { id: "session-0", url: server.url, bot_id: BOT_USER, seq: 9 };
  server.isForgetful = true;
  live();
  await server.until(() => ops().length === 2);
  expect(ops()).toEqual([6, 2]);
  say("hello");
  await had(1);
});

test("looks for another address where the one of its session is gone", async () => {
  saved = { id: "session-0", url: "ws://127.0.0.1:9", bot_id: BOT_USER, seq: 9 };
  live();
  await server.until(() => ops().length === 2);
  expect(ops()).toEqual([6, 2]);
});

test.each([
  [4004, "DISCORD_BOT_TOKEN"],
  [4010, "shard"],
  [4011, "shards"],
  [4012, "update"],
  [4013, "intents"],
  [4014, "Message Content Intent"],
])("is refused with %i for good, and says what to do", async (code, words) => {
  server.refuses = code;
  const told = Promise.withResolvers<string>();
  const { gateway } = live({ onRefused: told.resolve });
  expect(await told.promise).toContain(words);
  gateway.start();
  server.refuses = undefined;
  expect(ops()).toEqual([2]);
  expect(saved).toBeUndefined();
});

test("what the house cannot take comes again, before what follows it", async () => {
  live();
  await server.until(() => ops().length === 1);
  failing = 2;
  say("one");
  say("two");
  await had(2);
  expect(taken).toEqual(["one", "two"]);
  expect(ops()).toEqual([2, 6, 6]);
});

test("what the house never takes holds nothing else up", async () => {
  live();
  await server.until(() => ops().length === 1);
  failing = 5;
  say("poison");
  say("two");
  await had(1);
  expect(taken).toEqual(["two"]);
});

test("asks for the address again while Discord says when, and no token that it refuses is tried", async () => {
  let asked = 0;
  live({
    address: async () =>
      asked++ === 0
        ? { status: "later", retry_after_ms: 1_000, reason: "Today's session limit is used up." }
        : { status: "ready", url: server.url },
  });
  await server.until(() => ops().length === 1);
  expect(asked).toBe(2);
  const told = Promise.withResolvers<string>();
  live({ address: async () => ({ status: "refused", problem: "Set the token." }), onRefused: told.resolve });
  expect(await told.promise).toBe("Set the token.");
});
