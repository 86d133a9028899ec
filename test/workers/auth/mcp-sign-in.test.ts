/** Signing in to an MCP server ends with who has begun it, in the same browser. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSink, type Sink } from "../drill/sink.ts";
import { type Somebody, somebody } from "../people/somebody.ts";
import { asProgram } from "./browser.ts";
import { beginSignIn as begun, isSignedIn, oauthService } from "./mcp-service.ts";
import { get } from "./provider.ts";

let sink: Sink;

beforeAll(() => {
  sink = openSink();
  oauthService(sink);
});
afterAll(() => sink.close());

test("a sign-in that somebody has begun stores nothing in anybody else's browser", async () => {
  const [bob, ann] = [await somebody("member"), await somebody("member")];
  const { path, name, kept } = await begun(bob.ask);
  for (const cookie of [ann.cookie, "", `${ann.cookie}; ${kept}`, kept, bob.cookie]) {
    const response = await get(path, cookie);
    expect(response.status).toBe(403);
    expect((await response.json<{ reason: string }>()).reason).toContain("Begin it yourself");
  }
  expect(await isSignedIn(bob, name)).toBe(false);
  expect((await get(path, `${bob.cookie}; ${kept}`)).status).toBe(302);
  expect(await isSignedIn(bob, name)).toBe(true);
});

test("what a program has begun ends in a browser of whose key it has", async () => {
  const [bob, ann] = [await somebody("member"), await somebody("member")];
  const made = await (await bob.ask("POST", "/keys", { name: "Program", scopes: ["read", "write"] })).json<{
    key: string;
  }>();
  const ask: Somebody["ask"] = async (method, path, body) => {
    const { status, body: said } = await asProgram(made.key, method, path, body);
    return Response.json(said, { status });
  };
  const { path, name } = await begun(ask);
  expect((await get(path, ann.cookie)).status).toBe(403);
  expect((await get(path)).status).toBe(403);
  expect((await get(path, bob.cookie)).status).toBe(302);
  expect(await isSignedIn(bob, name)).toBe(true);
});

test("a client that was registered by hand asks to sign in, and its secret is never shown", async () => {
  const { ask } = await somebody("member");
  const fields = { name: "byhand", url: "https://mail.example/mcp", client_secret: "s3cret-canary" };
  const [lonely, off] = await Promise.all([
    ask("POST", "/mcp-servers", { ...fields, oauth: true }),
    ask("POST", "/mcp-servers", { ...fields, client_id: "mine" }),
  ]);
  expect([lonely.status, off.status]).toEqual([400, 400]);
  const added = await ask("POST", "/mcp-servers", { ...fields, client_id: "mine", oauth: true });
  expect(added.status).toBe(201);
  expect(await added.text()).not.toContain("canary");
  const { url } = await (await ask("POST", "/mcp-servers/byhand/sign-in", {})).json<{ url: string }>();
  expect(new URL(url).searchParams.get("client_id")).toBe("mine");
});
