import { expect, test } from "vitest";
import { createGuardedFetch } from "../../../src/guard/guarded-fetch.ts";
import { byAllOf, createDohResolver } from "../../../src/guard/resolve.ts";

const signal = new AbortController().signal;

function nameServer(answer: (type: string) => unknown) {
  const asked: string[] = [];
  let time = 0;
  const resolve = createDohResolver({
    url: "https://dns.example/query",
    now: () => time,
    fetch: async (url) => {
      asked.push(url);
      return Response.json(answer(new URL(url).searchParams.get("type") ?? ""));
    },
  });
  return { asked, resolve, pass: (ms: number) => (time += ms) };
}

const v4 = { type: 1, data: "93.184.215.14", TTL: 60 };
const v6 = { type: 28, data: "2606:2800::1", TTL: 60 };
const alias = { type: 5, data: "other.example.", TTL: 60 };

test("both kinds of address are asked for, and aliases are passed over", async () => {
  const { asked, resolve } = nameServer((type) => ({ Status: 0, Answer: [alias, type === "A" ? v4 : v6] }));
  expect(await resolve("example.com", signal)).toEqual(["93.184.215.14", "2606:2800::1"]);
  expect(asked).toEqual([
    "https://dns.example/query?name=example.com&type=A",
    "https://dns.example/query?name=example.com&type=AAAA",
  ]);
});

test("a name that does not exist has no addresses", async () => {
  expect(await nameServer(() => ({ Status: 3 })).resolve("nope.example.com", signal)).toEqual([]);
});

test("a failure of the name server is an error, not an empty answer", async () => {
  await expect(nameServer(() => ({ Status: 2 })).resolve("example.com", signal)).rejects.toThrow("code 2");
  await expect(nameServer(() => "nonsense").resolve("example.com", signal)).rejects.toThrow();
});

test("a name server that can't be reached is named", async () => {
  const resolve = createDohResolver({
    url: "https://dns.example/query",
    now: () => 0,
    fetch: () => Promise.reject(new TypeError("fetch failed")),
  });
  await expect(resolve("example.com", signal)).rejects.toThrow(
    "the name server dns.example could not be reached",
  );
});

test.each([
  ["its own time, which its aliases shorten", [{ ...alias, TTL: 5 }, v4], 5_000],
  ["half a minute, however long it may be", [{ ...v4, TTL: 86_400 }], 30_000],
  ["not at all when it says so", [{ ...v4, TTL: 0 }], 0],
])("an answer is kept for %s", async (_name, records, ms) => {
  const { asked, resolve, pass } = nameServer(() => ({ Status: 0, Answer: records }));
  await resolve("example.com", signal);
  pass(Math.max(0, ms - 1));
  await resolve("example.com", signal);
  expect(asked).toHaveLength(ms > 0 ? 2 : 4);
  pass(1);
  await resolve("example.com", signal);
  expect(asked).toHaveLength(ms > 0 ? 4 : 6);
});

test("an answer that is kept does not count where it is to be looked up anew", async () => {
  const { asked, resolve } = nameServer(() => ({ Status: 0, Answer: [v4] }));
  await resolve("example.com", signal);
  await resolve("example.com", signal, { anew: true });
  expect(asked).toHaveLength(4);
});

test("several name servers are asked, and all that they say counts", async () => {
  const resolve = byAllOf([async () => ["93.184.215.14"], async () => ["10.0.0.5", "93.184.215.14"]]);
  expect(await resolve("wiki.example.com", signal)).toEqual(["93.184.215.14", "10.0.0.5"]);
  const failing = byAllOf([async () => ["93.184.215.14"], () => Promise.reject(new Error("no answer"))]);
  await expect(failing("wiki.example.com", signal)).rejects.toThrow("no answer");
});

test("a name is looked up anew at each redirect", async () => {
  const addresses = ["93.184.215.14", "10.0.0.5"];
  const looks: (boolean | undefined)[] = [];
  const guard = createGuardedFetch({
    allow_hosts: [],
    resolve: async (_host, _signal, options) => {
      looks.push(options?.anew);
      return [addresses.shift() ?? ""];
    },
    fetch: async () => new Response(null, { status: 302, headers: { location: "/again" } }),
  });
  expect(await guard.load("https://rebinds.example.com/")).toMatchObject({ ok: false, problem: "refused" });
  expect(looks).toEqual([undefined, true]);
});

test("an answer is kept for half a minute", async () => {
  const { asked, resolve, pass } = nameServer(() => ({ Status: 0, Answer: [v4] }));
  await resolve("example.com", signal);
  await resolve("example.com", signal);
  expect(asked).toHaveLength(2);
  pass(30_001);
  await resolve("example.com", signal);
  expect(asked).toHaveLength(4);
});
