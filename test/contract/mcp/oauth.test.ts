import { expect, test } from "vitest";
import type { GuardedFetch } from "../../../src/agent/ports/fetch.ts";
import { createGuardedFetch } from "../../../src/guard/guarded-fetch.ts";
import { type AccessDeps, accessToken } from "../../../src/tools/mcp/access-token.ts";
import { type OAuthDeps, signIn } from "../../../src/tools/mcp/oauth.ts";
import type { McpServer, OAuthState } from "../../../src/tools/mcp/store.ts";
import { NOW } from "../../unit/tools/support.ts";

const SERVER = "https://mcp.example.com/mcp";
const REDIRECT = "https://nightjar.example.com/api/v1/mcp-servers/oauth/callback";

/** Metadata of the authorization server (RFC 8414). */
const DESCRIPTION = {
  issuer: "https://auth.example.com",
  authorization_endpoint: "https://auth.example.com/authorize",
  token_endpoint: "https://auth.example.com/token",
  registration_endpoint: "https://auth.example.com/register",
  response_types_supported: ["code"],
  code_challenge_methods_supported: ["S256"],
};

/** An authorization server in a few answers; it checks what a real one checks. */
function provider(overrides: Record<string, () => Response> = {}) {
  const tokenRequests: Record<string, string>[] = [];
  let challenge = "";
  const answers: Record<string, (init: RequestInit) => Response | Promise<Response>> = {
    "https://mcp.example.com/.well-known/oauth-protected-resource/mcp": () =>
      Response.json({ resource: SERVER, authorization_servers: ["https://auth.example.com"] }),
    "https://auth.example.com/.well-known/oauth-authorization-server": () => Response.json(DESCRIPTION),
    "https://auth.example.com/register": (init) =>
      Response.json({ ...JSON.parse(String(init.body)), client_id: "client-1" }, { status: 201 }),
    "https://auth.example.com/token": async (init) => {
      const form = Object.fromEntries(new URLSearchParams(String(init.body)));
      tokenRequests.push(form);
      if (
        form["grant_type"] === "authorization_code" &&
        (await hashed(form["code_verifier"] ?? "")) !== challenge
      ) {
        return Response.json({ error: "invalid_grant" }, { status: 400 });
      }
      const access_token = `token-${tokenRequests.length}`;
      return Response.json({
        access_token,
        token_type: "Bearer",
        expires_in: 3600,
        refresh_token: "refresh-1",
      });
    },
    ...overrides,
  };
  const fetch = createGuardedFetch({
    allow_hosts: [],
    resolve: async () => ["93.184.215.14"],
    fetch: async (url, init) => (await answers[url]?.(init)) ?? new Response("", { status: 404 }),
  });
  return {
    fetch,
    tokenRequests,
    visit: (url: string) => (challenge = new URL(url).searchParams.get("code_challenge") ?? ""),
  };
}

async function hashed(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  return Buffer.from(digest).toString("base64url");
}

function aServer(): McpServer {
  const lists = {
    agents: [],
    longest_call_seconds: 600,
    offers: { resources: false, prompts: [] },
    headers: {},
    accepted: [],
    listed: [],
  };
  return {
    ...lists,
    owner: "usr_owner",
    name: "docs",
    url: SERVER,
    enabled: true,
    oauth: {},
    listed_at: null,
    problem: null,
  };
}

function depsOn(fetch: GuardedFetch) {
  let time = NOW;
  const saved: OAuthState[] = [];
  const stored = () => structuredClone(saved.at(-1) ?? {});
  const deps: OAuthDeps & AccessDeps = {
    fetch,
    redirect_url: REDIRECT,
    now: () => time,
    save: async (_owner, _name, oauth) => void saved.push(structuredClone(oauth)),
    store: {
      get: async () => ({ ...aServer(), oauth: stored() }),
      beginRefresh: async (_owner, _name, { now, until }) => {
        if ((stored().refreshing_until ?? 0) > now) return false;
        saved.push({ ...stored(), refreshing_until: until });
        return true;
      },
      endRefresh: async (_server, until, oauth) => {
        if (stored().refreshing_until === until) saved.push(structuredClone(oauth));
      },
    },
    pause: async (ms) => {
      time += ms;
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
  return { deps, saved, pass: (ms: number) => (time += ms) };
}

/** Signed in, and the token about to end; each refresh token is good for once. */
async function withRotation(answer: (form: URLSearchParams) => Response) {
  const used: string[] = [];
  const { fetch, visit } = provider({
    "https://auth.example.com/token": ((init: RequestInit) => {
      const form = new URLSearchParams(String(init.body));
      used.push(form.get("refresh_token") ?? "");
      return answer(form);
    }) as () => Response,
  });
  const scene = depsOn(fetch);
  const server = aServer();
  const begun = await signIn(scene.deps, server, { state: "s" });
  if (begun.status === "redirect") visit(begun.url);
  await signIn(scene.deps, server, { code: "code-1" });
  scene.pass(59.5 * 60_000);
  return { ...scene, used: () => used.slice(1), copy: () => structuredClone(server) };
}

function granted(number: number): Response {
  const rest = { token_type: "Bearer", expires_in: 3600 };
  return Response.json({ access_token: `token-${number}`, refresh_token: `refresh-${number}`, ...rest });
}

test("two calls at once refresh a token once, and both go with the new one", async () => {
  let given = 0;
  const { deps, used, copy } = await withRotation(() => granted(++given));
  expect(await Promise.all([accessToken(deps, copy()), accessToken(deps, copy())])).toEqual([
    "token-2",
    "token-2",
  ]);
  expect(used()).toEqual(["refresh-1"]);
  expect(await accessToken(deps, copy())).toBe("token-2");
});

test("a refresh that fails leaves the next one free to try, and one that died is not waited for long", async () => {
  let given = 0;
  const broken = () => Response.json({ error: "invalid_request" }, { status: 400 });
  let isBroken = false;
  const { deps, copy, pass, saved } = await withRotation(() => (isBroken ? broken() : granted(++given)));
  isBroken = true;
  await expect(accessToken(deps, copy())).rejects.toThrow(/Signing in failed/);
  isBroken = false;
  expect(await accessToken(deps, copy())).toBe("token-2");

  pass(59.5 * 60_000);
  saved.push({ ...saved.at(-1), refreshing_until: deps.now() + 60_000 });
  await expect(accessToken(deps, copy())).rejects.toThrow(/Try again in a minute/);
  pass(40_000);
  expect(await accessToken(deps, copy())).toBe("token-3");
});

test("signing in leads to the server's page and back, and the token is refreshed before it ends", async () => {
  const { fetch, tokenRequests, visit } = provider();
  const { deps, saved, pass } = depsOn(fetch);
  const server = aServer();

  const begun = await signIn(deps, server, { state: "state-1" });
  if (begun.status !== "redirect") throw new Error("no page to sign in at");
  const page = new URL(begun.url);
  expect(page.origin + page.pathname).toBe("https://auth.example.com/authorize");
  expect(Object.fromEntries(page.searchParams)).toMatchObject({
    client_id: "client-1",
    redirect_uri: REDIRECT,
    state: "state-1",
    code_challenge_method: "S256",
    resource: SERVER,
  });
  expect(saved.at(-1)).toMatchObject({ state: "state-1", verifier: expect.any(String) });

  visit(begun.url);
  expect(await signIn(deps, server, { code: "code-1" })).toEqual({ status: "signed_in" });
  expect(saved.at(-1)).not.toHaveProperty("verifier");
  expect(await accessToken(deps, server)).toBe("token-1");

  pass(59.5 * 60_000);
  expect(await accessToken(deps, server)).toBe("token-2");
  expect(tokenRequests.map((form) => form["grant_type"])).toEqual(["authorization_code", "refresh_token"]);
  expect(tokenRequests[1]).toMatchObject({ refresh_token: "refresh-1" });
});

test("a server that nobody has signed in to has no token, and one without OAuth needs none", async () => {
  const { deps } = depsOn(provider().fetch);
  await expect(accessToken(deps, aServer())).rejects.toThrow("Nobody has signed in");
  expect(await accessToken(deps, { ...aServer(), oauth: null })).toBeUndefined();
});

test("a code that was not asked for here is refused", async () => {
  const { fetch, visit } = provider();
  const { deps } = depsOn(fetch);
  const server = aServer();
  const begun = await signIn(deps, server, { state: "s" });
  if (begun.status === "redirect") visit(begun.url);
  server.oauth = { ...server.oauth, verifier: "another one" };
  await expect(signIn(deps, server, { code: "stolen" })).rejects.toThrow(/Signing in failed/);
});

test("a code that comes from another service than was asked is shown to nobody", async () => {
  const { fetch, tokenRequests, visit } = provider();
  const { deps } = depsOn(fetch);
  const server = aServer();
  const begun = await signIn(deps, server, { state: "a-state" });
  visit(begun.status === "redirect" ? begun.url : "");
  const foreign = signIn(deps, server, { code: "c", iss: "https://evil.example.com" });
  await expect(foreign).rejects.toThrow("another sign-in service answered");
  expect(tokenRequests).toEqual([]);
  const own = { code: "c", iss: "https://auth.example.com" };
  expect(await signIn(deps, server, own)).toEqual({ status: "signed_in" });
});

test("a server that is asked first says where its sign-in is described, and for which rights", async () => {
  const described = "https://mcp.example.com/elsewhere/resource";
  const { fetch } = provider({
    [SERVER]: () =>
      new Response("", {
        status: 401,
        headers: {
          "www-authenticate": `Bearer resource_metadata="${described}", scope="notes:read notes:write"`,
        },
      }),
    "https://mcp.example.com/.well-known/oauth-protected-resource/mcp": () =>
      new Response("", { status: 404 }),
    [described]: () =>
      Response.json({ resource: SERVER, authorization_servers: ["https://auth.example.com"] }),
  });
  const begun = await signIn(depsOn(fetch).deps, aServer(), { state: "s" });
  expect(begun).toMatchObject({ status: "redirect" });
  const { searchParams } = new URL("url" in begun ? begun.url : "");
  expect(searchParams.get("scope")).toBe("notes:read notes:write");
});

test("rights that are missing are asked for by a new sign-in, not by refreshing", async () => {
  const { fetch, visit, tokenRequests } = provider();
  const { deps, saved } = depsOn(fetch);
  const server = aServer();
  const begun = await signIn(deps, server, { state: "s" });
  if (begun.status === "redirect") visit(begun.url);
  await signIn(deps, server, { code: "code-1" });
  server.oauth = {
    ...server.oauth,
    challenge: 'Bearer error="insufficient_scope", scope="notes:delete"',
  };
  const again = await signIn(deps, server, { state: "s2" });
  expect(new URL("url" in again ? again.url : "").searchParams.get("scope")).toBe("notes:delete");
  expect(tokenRequests).toHaveLength(1);
  if (again.status === "redirect") visit(again.url);
  expect(await signIn(deps, server, { code: "code-2" })).toEqual({ status: "signed_in" });
  expect(saved.at(-1)).not.toHaveProperty("challenge");
});

test("a client that was registered by hand signs in, and nobody is registered", async () => {
  const headers: string[] = [];
  const { fetch, visit } = provider({
    "https://auth.example.com/register": () => Promise.reject(new Error("registered")) as never,
    "https://auth.example.com/token": ((init: RequestInit) => {
      headers.push(new Headers(init.headers).get("authorization") ?? "");
      return Response.json({ access_token: "t", token_type: "Bearer" });
    }) as () => Response,
  });
  const { deps, saved } = depsOn(fetch);
  const server = { ...aServer(), oauth: { client: { client_id: "mine", client_secret: "s3cret" } } };
  const begun = await signIn(deps, server, { state: "s" });
  const url = "url" in begun ? begun.url : "";
  expect(new URL(url).searchParams.get("client_id")).toBe("mine");
  visit(url);
  await signIn(deps, { ...server, oauth: saved.at(-1) ?? {} }, { code: "c" });
  expect(headers).toEqual([`Basic ${btoa("mine:s3cret")}`]);
  expect(saved.at(-1)?.tokens).toMatchObject({ access_token: "t" });
});

test("where clients may describe themselves nobody is registered", async () => {
  const client = "https://nightjar.example.com/api/v1/mcp-servers/oauth/client.json";
  const { fetch } = provider({
    "https://auth.example.com/.well-known/oauth-authorization-server": () =>
      Response.json({
        issuer: "https://auth.example.com",
        authorization_endpoint: "https://auth.example.com/authorize",
        token_endpoint: "https://auth.example.com/token",
        response_types_supported: ["code"],
        code_challenge_methods_supported: ["S256"],
        client_id_metadata_document_supported: true,
      }),
    "https://auth.example.com/register": () => Promise.reject(new Error("registered")) as never,
  });
  const { deps } = depsOn(fetch);
  const begun = await signIn({ ...deps, client_url: client }, aServer(), { state: "s" });
  expect(new URL("url" in begun ? begun.url : "").searchParams.get("client_id")).toBe(client);
});

test("a server that names a sign-in service inside the network gets nowhere", async () => {
  const metadata = () =>
    Response.json({ resource: SERVER, authorization_servers: ["http://169.254.169.254/"] });
  const { fetch } = provider({
    "https://mcp.example.com/.well-known/oauth-protected-resource/mcp": metadata,
  });
  await expect(signIn(depsOn(fetch).deps, aServer(), { state: "s" })).rejects.toThrow(/Signing in failed/);
});

test("a sign-in service that always names itself is not believed without its name, nor one that is described as another", async () => {
  const described = (more: object) => ({
    "https://auth.example.com/.well-known/oauth-authorization-server": () =>
      Response.json({ ...DESCRIPTION, ...more }),
  });
  const signInAt = (more: object) => depsOn(provider(described(more)).fetch).deps;
  const server = aServer();
  const deps = signInAt({ authorization_response_iss_parameter_supported: true });
  await signIn(deps, server, { state: "s" });
  await expect(signIn(deps, server, { code: "code-1" })).rejects.toThrow("another sign-in service");
  const foreign = signInAt({ issuer: "https://evil.example.com" });
  await expect(signIn(foreign, aServer(), { state: "s" })).rejects.toThrow("describes itself as");
  const elsewhere = signInAt({ issuer: "https://evil.example.com/{tenantid}/v2.0" });
  await expect(signIn(elsewhere, aServer(), { state: "s" })).rejects.toThrow("describes itself as");
});

test("a sign-in service for many tenants describes itself by a pattern of its own host", async () => {
  const { fetch } = provider({
    "https://auth.example.com/.well-known/oauth-authorization-server": () =>
      Response.json({ ...DESCRIPTION, issuer: "https://auth.example.com/{tenantid}/v2.0" }),
  });
  const { deps } = depsOn(fetch);
  const server = aServer();
  expect(await signIn(deps, server, { state: "s" })).toMatchObject({ status: "redirect" });
  expect(server.oauth?.issuer).toBeUndefined();
});
