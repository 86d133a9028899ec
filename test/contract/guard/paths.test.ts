import { describe, expect, test } from "vitest";
import { createGuardedFetch } from "../../../src/guard/guarded-fetch.ts";
import { createGateway } from "../../../src/sandbox/gateway.ts";
import { createBrowserTool } from "../../../src/tools/browser/browser.ts";
import { signIn } from "../../../src/tools/mcp/oauth.ts";
import { McpClient } from "../../../src/tools/mcp/wire/client.ts";
import { createGenerateImageTool } from "../../../src/tools/media/generate-image.ts";
import { loadPage } from "../../../src/tools/web/load-page.ts";
import { call } from "../../unit/tools/support.ts";
import { CLOSED } from "./addresses.ts";

const asked: string[] = [];
const guard = createGuardedFetch({
  allow_hosts: [],
  resolve: async () => ["93.184.215.14"],
  fetch: async (url) => {
    asked.push(url);
    return new Response("reached");
  },
});
const signal = new AbortController().signal;
const files = { put: () => Promise.reject(new Error("nothing is to be kept")) };
const hostOf = (address: string) => URL.parse(address)?.host ?? "";

/** Each way on which somebody else's address is fetched; true when it was refused. */
const PATHS: [name: string, fetches: (address: string) => Promise<boolean>][] = [
  [
    "a page that a tool reads",
    async (address) => {
      const cache = { get: async () => undefined, put: async () => undefined };
      const readFile = async () => ({ problem: "Nothing is read here." });
      return !(await loadPage({ fetch: guard, cache, readFile }, { owner: "o", address, now: 0, signal })).ok;
    },
  ],
  [
    "a page in the browser",
    async (address) => {
      const browsers = { open: () => Promise.reject(new Error("opened")) };
      const outcome = await call(createBrowserTool({ browsers, fetch: guard, files }), { url: address });
      return "ok" in outcome && !outcome.ok;
    },
  ],
  [
    "an image that a provider answers as an address",
    async (address) => {
      const provider = async () => Response.json({ data: [{ url: address }] });
      const settings = { OPENAI_API_KEY: "k" };
      const tool = createGenerateImageTool({ fetch: provider, guard, settings, files });
      const outcome = await call(tool, { prompt: "an owl" });
      return "ok" in outcome && !outcome.ok;
    },
  ],
  [
    "an address in a program, even when its host was asked for",
    async (address) => {
      const gateway = createGateway({ fetch: guard, hosts: [hostOf(address) || "example.com"], signal });
      return gateway({ url: address }).then(
        () => false,
        () => true,
      );
    },
  ],
  [
    "an MCP server",
    (address) =>
      new McpClient(guard, { url: address, headers: {} }).listTools({ signal }).then(
        () => false,
        () => true,
      ),
  ],
];

describe.each(PATHS)("%s", (_name, isRefused) => {
  test("never leads to an address that is not public", async () => {
    const reached = [];
    for (const address of CLOSED) if (!(await isRefused(address))) reached.push(address);
    expect(reached).toEqual([]);
    expect(asked.splice(0)).toEqual([]);
  });

  test("leads to a public one", async () => {
    await isRefused("https://example.com/open").catch(() => undefined);
    // A browser is opened first; here there is none.
    if (!_name.includes("browser")) expect(asked.splice(0)).toEqual(["https://example.com/open"]);
  });
});

test("the sign-in of an MCP server never leads to an address that is not public", async () => {
  const from = "https://mcp.example.com/mcp";
  // A flow that goes on with the public host of such an address has left behind what was wrong with it.
  const isInside = (address: string) => {
    const url = URL.parse(address);
    return url !== null && /^https?:$/.test(url.protocol) && !guard.screen(`${url.origin}/`).ok;
  };
  for (const address of CLOSED.filter(isInside)) {
    const asking: string[] = [];
    const fetch = createGuardedFetch({
      allow_hosts: [],
      resolve: async () => ["93.184.215.14"],
      fetch: async (url) => {
        asking.push(url);
        const described = { resource: from, authorization_servers: [address] };
        return url.includes("oauth-protected-resource")
          ? Response.json(described)
          : new Response("", { status: 404 });
      },
    });
    const deps = { fetch, redirect_url: "https://n.example/", now: () => 0, save: async () => undefined };
    const server = {
      owner: "o",
      name: "s",
      url: from,
      enabled: true,
      agents: [],
      longest_call_seconds: 600,
      offers: { resources: false, prompts: [] },
      headers: {},
      oauth: {},
    };
    const lists = { accepted: [], listed: [], listed_at: null, problem: null };
    await signIn(deps, { ...server, ...lists }, { state: "s" }).catch(() => undefined);
    expect(
      asking.filter((url) => !url.startsWith("https://mcp.example.com/")),
      address,
    ).toEqual([]);
  }
});
