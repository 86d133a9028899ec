/** Apps that are let in by their person (OAuth), as the protocol's own client asks for it. */
import { exports } from "cloudflare:workers";
import { auth } from "@modelcontextprotocol/sdk/client/auth.js";
import { beforeEach, describe, expect, test } from "vitest";
import { stores } from "../people/somebody.ts";
import {
  AppProvider,
  BACK,
  decide,
  form,
  letIn,
  ORIGIN,
  queryOf,
  registered,
  send,
  tokenFor,
} from "./app.ts";
import { asProgram, type Browser } from "./browser.ts";
import { type Someone, signedIn, someone } from "./persons.ts";

const worker = (exports as unknown as { default: Fetcher }).default;
let ada: Someone;
let browser: Browser;

beforeEach(async () => {
  ada = await someone();
  browser = await signedIn(ada);
});

async function mcpStatus(
  token: string | undefined,
  body: object = { jsonrpc: "2.0", id: 1, method: "ping" },
) {
  const response = await send("POST", "/mcp", JSON.stringify(body), {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  });
  await response.text();
  return response.status;
}

describe("an app that knows the address alone", () => {
  test("is led from the refusal to the consent page, and with the code into the server", async () => {
    const refused = await worker.fetch(`${ORIGIN}/mcp`, { method: "POST", body: "{}" });
    expect(refused.headers.get("www-authenticate")).toContain(
      `resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource/mcp"`,
    );
    const provider = new AppProvider();
    const fetchFn = ((url: string, init?: RequestInit) => worker.fetch(String(url), init)) as typeof fetch;
    expect(await auth(provider, { serverUrl: `${ORIGIN}/mcp`, fetchFn })).toBe("REDIRECT");
    const shown = await worker.fetch(provider.sentTo, { redirect: "manual" });
    expect(shown.headers.get("location")).toMatch(/^\/connect\?.*code_challenge=/u);
    const query = new URL(provider.sentTo).search;
    const asked = await browser.ask("POST", "/connected-apps/requests", { body: { query } });
    expect(asked.body).toMatchObject({ name: "An editor", place: { kind: "computer" }, redirect_to: null });
    const back = await decide(browser, query, ["chat", "read"]);
    expect(back.searchParams.get("iss")).toBe(ORIGIN);
    const authorizationCode = back.searchParams.get("code") ?? "";
    expect(await auth(provider, { serverUrl: `${ORIGIN}/mcp`, fetchFn, authorizationCode })).toBe(
      "AUTHORIZED",
    );
    const { access_token, refresh_token, scope } = provider.tokens() ?? { access_token: "" };
    expect(scope).toBe("chat read");
    expect(await mcpStatus(access_token)).toBe(200);
    // The client refreshes when it has no code.
    expect(await auth(provider, { serverUrl: `${ORIGIN}/mcp`, fetchFn })).toBe("AUTHORIZED");
    expect(provider.tokens()?.refresh_token).not.toBe(refresh_token);
  });

  test("that registers with what is no address to go back to is refused in the protocol's words", async () => {
    for (const uri of [
      "javascript:alert(1)",
      "http://example.com/back",
      "https://a.test/#x",
      "data:text/html,x",
    ]) {
      const response = await registered({ redirect_uris: [uri] });
      expect(response.status, uri).toBe(400);
      expect(await response.json()).toMatchObject({ error: "invalid_redirect_uri" });
    }
  });

  test("has a secret if it asks for one, and then needs it", async () => {
    const made = await registered({
      redirect_uris: [BACK],
      token_endpoint_auth_method: "client_secret_post",
    });
    const { client_id, client_secret } = (await made.json()) as { client_id: string; client_secret: string };
    const code = await letIn(browser, client_id);
    const without = await form("/oauth/token", { ...tokenFor(client_id, code) });
    expect(await without.json()).toMatchObject({ error: "invalid_client" });
    const withIt = await form("/oauth/token", { ...tokenFor(client_id, code), client_secret });
    expect(withIt.status).toBe(200);
  });
});

describe("what a person is asked", () => {
  test("leads nobody to an address that the app has not registered", async () => {
    const { client_id } = (await (await registered()).json()) as { client_id: string };
    const query = queryOf(client_id, { redirect_uri: "https://evil.test/back" });
    const answer = await browser.ask("POST", "/connected-apps/requests", { body: { query } });
    expect(answer.status).toBe(400);
    expect((await browser.ask("POST", "/connected-apps", { body: { query, scopes: ["chat"] } })).status).toBe(
      400,
    );
  });

  test("takes any port of this computer, and tells the app of a request that lacks PKCE", async () => {
    const { client_id } = (await (await registered()).json()) as { client_id: string };
    const query = queryOf(client_id, { redirect_uri: "http://127.0.0.1:49152/back", code_challenge: "" });
    const { body } = await browser.ask("POST", "/connected-apps/requests", { body: { query } });
    const back = new URL(String(body["redirect_to"]));
    expect(back.host).toBe("127.0.0.1:49152");
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: "invalid_request",
      state: "s",
      iss: ORIGIN,
    });
  });

  test("is answered with no by no scopes, and another server's address is no resource of ours", async () => {
    const { client_id } = (await (await registered()).json()) as { client_id: string };
    const no = await decide(browser, queryOf(client_id), []);
    expect(no.searchParams.get("error")).toBe("access_denied");
    const other = await decide(browser, queryOf(client_id, { resource: "https://other.test/mcp" }), ["chat"]);
    expect(other.searchParams.get("error")).toBe("invalid_target");
  });

  test("is for whoever is signed in, in their own page alone", async () => {
    const { client_id } = (await (await registered()).json()) as { client_id: string };
    const body = { query: queryOf(client_id), scopes: ["chat"] };
    const foreign = await browser.ask("POST", "/connected-apps", {
      body,
      headers: { origin: "https://evil.test" },
    });
    expect(foreign.status).toBe(403);
    const key = await browser.ask("POST", "/keys", { body: { name: "K", scopes: ["admin"] } });
    const program = await asProgram(String(key.body["key"]), "POST", "/connected-apps", body);
    expect(program.status).toBe(403);
  });
});

describe("a code", () => {
  test("is good once: a second use ends what the first one got", async () => {
    const { client_id } = (await (await registered()).json()) as { client_id: string };
    const code = await letIn(browser, client_id);
    const first = (await (await form("/oauth/token", tokenFor(client_id, code))).json()) as Tokens;
    expect(await mcpStatus(first.access_token)).toBe(200);
    const second = await form("/oauth/token", tokenFor(client_id, code));
    expect(await second.json()).toMatchObject({ error: "invalid_grant" });
    expect(await mcpStatus(first.access_token)).toBe(401);
  });

  test("is of no use without the verifier, or to another client", async () => {
    const { client_id } = (await (await registered()).json()) as { client_id: string };
    const other = (await (await registered()).json()) as { client_id: string };
    const wrong = { ...tokenFor(client_id, await letIn(browser, client_id)), code_verifier: "x".repeat(43) };
    expect((await form("/oauth/token", wrong)).status).toBe(400);
    const stolen = tokenFor(other.client_id, await letIn(browser, client_id));
    expect((await form("/oauth/token", stolen)).status).toBe(400);
  });
});

interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
}

async function connected(scopes = ["chat", "read"]): Promise<Tokens & { client_id: string }> {
  const { client_id } = (await (await registered()).json()) as { client_id: string };
  const code = await letIn(browser, client_id, scopes);
  const got = await form("/oauth/token", tokenFor(client_id, code));
  return { ...((await got.json()) as Tokens), client_id };
}

describe("a connected app", () => {
  test("opens the MCP server and nothing beside it", async () => {
    const { access_token } = await connected();
    expect(await mcpStatus(access_token)).toBe(200);
    expect((await asProgram(access_token, "GET", "/me")).status).toBe(401);
  });

  test("whose refresh token comes a second time is disconnected: somebody else has it", async () => {
    const { refresh_token, access_token, client_id } = await connected();
    const refresh = { grant_type: "refresh_token", refresh_token, client_id };
    const next = (await (await form("/oauth/token", refresh)).json()) as Tokens;
    expect(await mcpStatus(next.access_token)).toBe(200);
    expect((await form("/oauth/token", refresh)).status).toBe(400);
    for (const token of [access_token, next.access_token]) expect(await mcpStatus(token)).toBe(401);
  });

  test("stands in its person's list with its last use, until they disconnect it", async () => {
    const { access_token } = await connected();
    await mcpStatus(access_token);
    const { items = [] } = (await browser.ask("GET", "/connected-apps")).body;
    expect(items).toMatchObject([{ name: "An editor", place: "127.0.0.1", scopes: ["chat", "read"] }]);
    const other = await signedIn(await someone());
    const path = `/connected-apps/${String(items[0]?.["id"])}`;
    expect((await other.ask("DELETE", path)).status).toBe(404);
    expect((await browser.ask("DELETE", path)).status).toBe(204);
    expect(await mcpStatus(access_token)).toBe(401);
  });

  test("revokes its own tokens, and nobody else's", async () => {
    const { access_token, refresh_token, client_id } = await connected();
    const stranger = (await (await registered()).json()) as { client_id: string };
    await form("/oauth/revoke", { token: refresh_token, client_id: stranger.client_id });
    expect(await mcpStatus(access_token)).toBe(200);
    expect((await form("/oauth/revoke", { token: refresh_token, client_id })).status).toBe(200);
    expect(await mcpStatus(access_token)).toBe(401);
  });

  test("goes with its person, disabled or deleted", async () => {
    const { access_token, refresh_token, client_id } = await connected();
    await stores().persons.change(ada.id, { disabled: true });
    expect(await mcpStatus(access_token)).toBe(401);
    const refresh = { grant_type: "refresh_token", refresh_token, client_id };
    expect((await form("/oauth/token", refresh)).status).toBe(400);
  });
});
