import { expect, test } from "vitest";
import { createDohResolver } from "../../../src/guard/resolve.ts";

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

test("an answer is kept for half a minute", async () => {
  const { asked, resolve, pass } = nameServer(() => ({ Status: 0, Answer: [v4] }));
  await resolve("example.com", signal);
  await resolve("example.com", signal);
  expect(asked).toHaveLength(2);
  pass(30_001);
  await resolve("example.com", signal);
  expect(asked).toHaveLength(4);
});
