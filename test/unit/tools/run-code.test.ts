import { describe, expect, test } from "vitest";
import { createGuardedFetch } from "../../../src/guard/guarded-fetch.ts";
import { createGateway } from "../../../src/sandbox/gateway.ts";
import type { Sandbox, SandboxJob, SandboxResult } from "../../../src/sandbox/port.ts";
import { createRunCodeTool } from "../../../src/tools/run-code.ts";
import { memoryWorkspace, textIn } from "./memory-workspace.ts";
import { call, contentOf } from "./support.ts";

const signal = new AbortController().signal;

function guardOn(answers: Record<string, () => Response>) {
  const asked: { url: string; init: RequestInit }[] = [];
  const fetch = createGuardedFetch({
    allow_hosts: [],
    resolve: async () => ["93.184.215.14"],
    fetch: async (url, init) => {
      asked.push({ url, init });
      return answers[url]?.() ?? new Response("hello", { headers: { "set-cookie": "a=b", "x-own": "c" } });
    },
  });
  return { fetch, asked };
}

describe("the gateway", () => {
  test("gives what the host answers, without cookies", async () => {
    const { fetch } = guardOn({});
    const gateway = createGateway({ fetch, hosts: ["api.example.com"], signal });
    expect(await gateway({ url: "https://api.example.com/a" })).toMatchObject({
      status: 200,
      url: "https://api.example.com/a",
      headers: { "x-own": "c" },
      body: "hello",
    });
  });

  test.each([
    ["https://other.example.com/", /not among the hosts/],
    ["https://api.example.com.evil.example/", /not among the hosts/],
    ["https://sub.api.example.com/", /not among the hosts/],
    ["http://127.0.0.1/", /not a public address/],
    ["file:///etc/passwd", /Only http and https/],
  ])("%s is not reached", async (url, reason) => {
    const { fetch, asked } = guardOn({});
    const gateway = createGateway({ fetch, hosts: ["api.example.com"], signal });
    await expect(gateway({ url })).rejects.toThrow(reason);
    expect(asked).toEqual([]);
  });

  test("a redirect to another host is not followed", async () => {
    const away = () => new Response(null, { status: 302, headers: { location: "https://evil.example/" } });
    const { fetch, asked } = guardOn({ "https://api.example.com/": away });
    const gateway = createGateway({ fetch, hosts: ["api.example.com"], signal });
    await expect(gateway({ url: "https://api.example.com/" })).rejects.toThrow(/not among the hosts/);
    expect(asked).toHaveLength(1);
  });

  test("secrets are put into headers on the way, and only those that are given", async () => {
    const { fetch, asked } = guardOn({});
    const secrets = [{ name: "WEATHER_KEY", value: "k3y", hosts: ["api.example.com"] }];
    const gateway = createGateway({ fetch, hosts: ["api.example.com"], secrets, signal });
    const url = "https://api.example.com/";
    await gateway({
      url,
      headers: { authorization: "Bearer {{secret:WEATHER_KEY}}" },
      method: "post",
      body: "{{secret:WEATHER_KEY}}",
    });
    expect(new Headers(asked[0]?.init.headers).get("authorization")).toBe("Bearer k3y");
    expect(asked[0]?.init.body).toBe("{{secret:WEATHER_KEY}}");
    await expect(gateway({ url, headers: { a: "{{secret:ADMIN_TOKEN}}" } })).rejects.toThrow(
      "ADMIN_TOKEN is not set",
    );
  });

  test("requests are counted, methods are few, and without hosts there are none", async () => {
    const { fetch } = guardOn({});
    const gateway = createGateway({ fetch, hosts: ["api.example.com"], max_requests: 1, signal });
    await gateway({ url: "https://api.example.com/" });
    await expect(gateway({ url: "https://api.example.com/" })).rejects.toThrow("too many requests");
    const fresh = createGateway({ fetch, hosts: ["api.example.com"], signal });
    await expect(fresh({ url: "https://api.example.com/", method: "CONNECT" })).rejects.toThrow(
      "not allowed",
    );
    await expect(createGateway({ fetch, hosts: [], signal })({ url: "https://a.b/" })).rejects.toThrow(
      "no network",
    );
  });
});

function toolOn(run: (job: SandboxJob) => Promise<Partial<SandboxResult>>) {
  const workspace = memoryWorkspace({ "a.txt": "words", "b.bin": Uint8Array.of(0, 1) });
  const sandbox: Sandbox = {
    run: async (job) =>
      ({ ok: true, value: "", console: [], compute_ms: 1, ...(await run(job)) }) as SandboxResult,
  };
  return { workspace, tool: createRunCodeTool({ sandbox, workspace, fetch: guardOn({}).fetch }) };
}

test("what a program prints and gives is shown apart, and is untrusted", async () => {
  const printed = [
    { level: "log" as const, text: "one" },
    { level: "error" as const, text: "two" },
  ];
  const { tool } = toolOn(async () => ({ ok: true, value: "3", console: printed }));
  expect(await call(tool, { code: "x" })).toEqual({
    ok: true,
    content: "Printed:\none\n[error] two\n\nResult:\n3",
    trust: "untrusted",
  });
  const failing = toolOn(async () => ({
    ok: false,
    problem: "exception",
    reason: "TypeError: no",
    console: printed,
  }));
  expect(await call(failing.tool, { code: "x" })).toMatchObject({
    ok: false,
    error: expect.stringContaining("TypeError: no"),
  });
});

test("a program reads and writes the workspace, but not what steers the agent", async () => {
  const { tool, workspace } = toolOn(async ({ host }) => {
    const { readFile, writeFile, listFiles } = host;
    if (!readFile || !writeFile || !listFiles) throw new Error("the workspace is missing");
    await writeFile("out/b.txt", `${await readFile("./a.txt")}!`);
    for (const path of ["SOUL.md", "skills/x/SKILL.md", "../a", "/a", ".outputs/a"]) {
      await expect(writeFile(path, "x")).rejects.toThrow();
    }
    await expect(readFile("none.txt")).rejects.toThrow("There is no file none.txt");
    await expect(readFile("b.bin")).rejects.toThrow("not text");
    await expect(writeFile("a.txt", 5)).rejects.toThrow();
    return { value: JSON.stringify(await listFiles("out")) };
  });
  expect(await contentOf(tool, { code: "x" })).toBe('Result:\n["out/b.txt"]');
  expect(await textIn(workspace, "out/b.txt")).toBe("words!");
});
