import { describe, expect, test } from "vitest";
import { startSystemDns } from "../../../scripts/start/system-dns.mjs";
import { createDohResolver } from "../../../src/guard/resolve.ts";

const signal = new AbortController().signal;
const resolver = async (known: Record<string, string[]>) => {
  const url = await startSystemDns(async (name) => known[name] ?? []);
  return { url, resolve: createDohResolver({ url, fetch, now: () => 0 }) };
};

describe("what this machine knows of a name", () => {
  test("is told as a name server would", async () => {
    const { resolve } = await resolver({ "wiki.corp.example": ["10.0.0.5", "fd00::5"] });
    expect(await resolve("wiki.corp.example", signal)).toEqual(["10.0.0.5", "fd00::5"]);
    expect(await resolve("nobody.example", signal)).toEqual([]);
  });

  test("is told to nobody who does not know where", async () => {
    const { url } = await resolver({});
    expect((await fetch(new URL("/?name=a.example&type=A", url))).status).toBe(404);
  });

  test("is the system's own word", async () => {
    const resolve = createDohResolver({ url: await startSystemDns(), fetch, now: () => 0 });
    expect(await resolve("localhost", signal)).toContain("127.0.0.1");
  });
});
