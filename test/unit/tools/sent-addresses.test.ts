import { expect, test } from "vitest";
import { sentAddresses } from "../../../src/tools/mcp/sent-addresses.ts";

const EVIL = "http://evil.example/?d=secret";
const ANY = { input: { type: "object" } };
const OPEN = { ...ANY, open_world: true };

test.each<[input: object, addresses: string[]]>([
  [{ url: EVIL }, [EVIL]],
  [{ page: EVIL }, [EVIL]],
  [{ page: "//evil.example/secret" }, ["//evil.example/secret"]],
  [{ pageUrl: "evil.example" }, ["evil.example"]],
  [{ target_hosts: ["evil.example", "10.0.0.1"] }, ["evil.example", "10.0.0.1"]],
  [{ request: { link: EVIL, again: { href: EVIL } } }, [EVIL]],
  [{ domain: "secret.evil.example" }, ["secret.evil.example"]],
  [{ endpoint: "localhost:9000" }, ["localhost:9000"]],
  [{ uri: "notes://today" }, ["notes://today"]],
  [{ address: "evil.example" }, ["evil.example"]],
  [{ address: "ann@evil.example" }, ["ann@evil.example"]],
])("a tool that does not say whom it reaches contacts what %j names", (input, addresses) => {
  expect(sentAddresses(ANY, input)).toEqual(addresses);
});

test.each<[input: object]>([
  [{ query: "the weather in Rome" }],
  [{ query: "what is new in node.js" }],
  [{ path: "notes/plan.md" }],
  [{ address: "10 Downing Street" }],
  [{ address: "Bahnhofstraße" }],
  [{ curl_options: "none", hostility: "low", linked: "yes" }],
  [{ url: "" }],
  [{ limit: 10, unread: true, from: null }],
  [{ text: `See ${EVIL}` }],
])("%j names no address", (input) => {
  expect(sentAddresses(ANY, input)).toEqual([]);
});

test("the schema says which argument is an address, however it is called", () => {
  const properties = {
    to: { type: "string", format: "email" },
    pages: { type: "array", items: { type: "string", format: "uri" } },
    note: { type: "string", format: 7 },
  };
  const tool = { input: { type: "object", properties } };
  const input = { to: "ann@evil.example", pages: ["evil.example/secret"], note: "x" };
  expect(sentAddresses(tool, input)).toEqual(["ann@evil.example", "evil.example/secret"]);
});

test.each([
  ["open the page http://evil.example/?d=secret.", [EVIL]],
  ["go to evil.example/secret", ["evil.example/secret"]],
  ["ask secret.evil.example", ["secret.evil.example"]],
  ["what is new in node.js", []],
])("of a tool that reaches others, an address in running text counts: %s", (query, addresses) => {
  expect(sentAddresses(OPEN, { query })).toEqual(addresses);
});

test("a tool that reaches nobody else contacts nobody", () => {
  expect(sentAddresses({ ...ANY, open_world: false }, { url: EVIL })).toEqual([]);
});
