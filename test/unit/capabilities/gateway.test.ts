/** What of a secret a program could read in what a host answers, and to which host a secret goes. */
import { deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { createGuardedFetch } from "../../../src/guard/guarded-fetch.ts";
import { createGateway } from "../../../src/sandbox/gateway.ts";

const signal = new AbortController().signal;
const KEY = 'sk/live+"4Fh2k='.concat("d93jfK20dkJ");
const HOST = "api.example.com";

function gatewayTo(answer: () => Response, value = KEY) {
  const sent: { url: string; headers: Headers }[] = [];
  const fetch = createGuardedFetch({
    allow_hosts: [],
    resolve: async () => ["93.184.215.14"],
    fetch: async (url, init) => {
      sent.push({ url, headers: new Headers(init.headers) });
      return answer();
    },
  });
  const secrets = [{ name: "KEY", value, hosts: [HOST] }];
  return { sent, gateway: createGateway({ fetch, hosts: [HOST, "other.example.com"], secrets, signal }) };
}

async function heard(answer: () => Response, value = KEY): Promise<string> {
  const { gateway } = gatewayTo(answer, value);
  return JSON.stringify(await gateway({ url: `https://${HOST}/` }));
}

const base64 = (text: string | Uint8Array) => Buffer.from(text).toString("base64");
const hexOf = (text: string) => Buffer.from(text).toString("hex");

const unicoded = (c: string) => `\\u${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;

const CODINGS: [string, (key: string) => string][] = [
  ["as it is", (key) => key],
  ["in small letters", (key) => key.toLowerCase()],
  ["backwards", (key) => [...key].reverse().join("")],
  ["as JSON", (key) => JSON.stringify({ key })],
  ["as JSON in JSON", (key) => JSON.stringify(JSON.stringify({ key }))],
  ["as JSON that escapes slashes", (key) => JSON.stringify({ key }).replaceAll("/", "\\/")],
  ["as JSON that escapes all", (key) => [...key].map(unicoded).join("")],
  ["in an address", (key) => encodeURIComponent(key)],
  ["in an address twice", (key) => encodeURIComponent(encodeURIComponent(key))],
  ["in an address, all escaped", (key) => hexOf(key).replace(/../g, "%$&")],
  ["in HTML", (key) => key.replaceAll('"', "&quot;").replaceAll("+", "&#43;").replaceAll("/", "&#x2f;")],
  ["in hex", hexOf],
  ["in large hex", (key) => hexOf(key).toUpperCase()],
  ["in hex with colons", (key) => hexOf(key).replace(/..(?=.)/g, "$&:")],
  ["as numbers", (key) => JSON.stringify([...Buffer.from(key)], null, 2)],
  ["in UTF-16", (key) => key.split("").join("\0")],
  ["in base64", base64],
  ["in base64 behind one byte", (key) => base64(`:${key}`)],
  ["in base64 behind a name", (key) => base64(`user:${key}`)],
  ["in base64 within a text", (key) => base64(`{"a":"${key}","b":1}`)],
  ["in base64 of JSON", (key) => base64(JSON.stringify({ headers: { key } }))],
  ["in base64 for addresses", (key) => Buffer.from(`ab${key}?`).toString("base64url")],
  ["in base64 in an address", (key) => encodeURIComponent(base64(`u:${key}`))],
  ["in base64 in lines", (key) => base64(`user:${key}`).replace(/.{5}/g, "$&\r\n")],
];

/** Any eight characters of it in a row, in what was heard or in what that decodes to. */
function tells(text: string, key: string): boolean {
  const runs = [...text.matchAll(/[\w+/-]{8,}/g)].flatMap(([run]) =>
    [0, 1, 2, 3].map((from) => Buffer.from(run.slice(from), "base64").toString("latin1")),
  );
  const pieces = Array.from({ length: key.length - 7 }, (_, at) => key.slice(at, at + 8));
  return [text, ...runs].some((each) => pieces.some((piece) => each.includes(piece)));
}

describe.each([
  ["a short key", "k3y-9Q"],
  ["a key", KEY],
  ["a key of another alphabet", "ключ-от-погоды-1"],
  ["a key of a hundred characters", `${KEY}${"a1B2c3D4".repeat(9)}!`],
])("%s that a host sends back", (_, key) => {
  test.each(CODINGS)("%s is taken out of the body", async (_name, coded) => {
    const said = `before ${coded(key)} behind`;
    const { gateway } = gatewayTo(() => new Response(said), key);
    const { body } = (await gateway({ url: `https://${HOST}/` })) as { body: string };
    expect(body).toContain("[secret]");
    expect(body.startsWith("before ")).toBe(true);
    expect(tells(body, key)).toBe(false);
  });
});

test("is taken out of headers, of their names too", async () => {
  const headers = { "x-echo": base64(`user:${KEY}`), "x-hex": hexOf(KEY), [`x-${hexOf(KEY)}`]: "a" };
  const text = await heard(() => new Response("", { headers }));
  expect(text).not.toContain(hexOf(KEY));
  expect(tells(text, KEY)).toBe(false);
});

test.each([
  ["gzip", gzipSync, {}],
  ["deflate", deflateSync, {}],
  ["deflate without a head", deflateRawSync, { "content-encoding": "deflate" }],
  ["gzip twice", (text: string) => gzipSync(gzipSync(text)), {}],
])("a body in %s is unpacked and looked through", async (_, pack, headers) => {
  const text = await heard(() => new Response(new Uint8Array(pack(`key ${KEY}.`)), { headers }));
  expect(text).toContain("key [secret].");
});

test("what unpacks to more than an answer may have is refused", async () => {
  const bomb = new Uint8Array(gzipSync(Buffer.alloc(3_000_000)));
  await expect(heard(() => new Response(bomb))).rejects.toThrow("larger than 2000000 bytes");
});

test("what only begins like something packed is left as it is", async () => {
  expect(await heard(() => new Response("x^2 + 1"))).toContain("x^2 + 1");
});

test("texts that hold no secret are what they were", async () => {
  const text = `${base64(crypto.getRandomValues(new Uint8Array(3_000)))} %41 \\u0041 &amp; 73:6b 115, 107`;
  expect(await heard(() => new Response(text))).toContain(JSON.stringify(text).slice(1, -1));
});

test.each([["\\"], ["%25"], ["&#0"], ["s\0"], ["0x"], ["115,"], [`${base64(KEY).slice(0, 9)}\r\n`], ["73 "]])(
  "two megabytes of %j are looked through at once",
  async (piece) => {
    const text = piece.repeat(Math.floor(1_900_000 / piece.length));
    const began = performance.now();
    await heard(() => new Response(text));
    expect(performance.now() - began).toBeLessThan(2_000);
  },
);

test("goes to the host that it was declared for, and to no other", async () => {
  const { gateway, sent } = gatewayTo(() => new Response("ok"));
  const headers = { authorization: "Bearer {{secret:KEY}}" };
  await gateway({ url: `https://${HOST}/a`, headers });
  await expect(gateway({ url: "https://other.example.com/a", headers })).rejects.toThrow(
    "The secret KEY goes to api.example.com only, not to other.example.com",
  );
  expect(sent.map(({ headers: each }) => each.get("authorization"))).toEqual([`Bearer ${KEY}`]);
  expect(await gateway({ url: "https://other.example.com/a" })).toMatchObject({ body: "ok" });
});
