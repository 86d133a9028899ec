/** Declarations that each route of the table has to make. */
import { expect, test } from "vitest";
import { API_ROOT } from "../../../src/app/http/api.ts";
import { scopesOf } from "../../../src/app/http/policy.ts";
import { KEY_SCOPES } from "../../../src/domain/key-scopes.ts";
import operationIds from "../../fixtures/operation-ids.json";
import { DESCRIPTION, nameOf, openObjectsIn, TABLE, takenBy, timesIn } from "./table.ts";

test("every route says who may call it, and what an API key needs for it", () => {
  expect(TABLE.length).toBeGreaterThan(100);
  for (const route of TABLE) {
    expect(["public", "person", "member", "admin"], nameOf(route)).toContain(route.policy.who);
    if (route.policy.who === "public") continue;
    expect(scopesOf(route.policy).length, nameOf(route)).toBeGreaterThan(0);
    expect(KEY_SCOPES, nameOf(route)).toEqual(expect.arrayContaining([...scopesOf(route.policy)]));
  }
});

test("what anybody may call is one of the few routes that have to be so", () => {
  const open = TABLE.filter(({ policy }) => policy.who === "public").map(nameOf);
  expect(open.sort()).toEqual([
    // To and from an OpenID provider, whether there is one, and whether anybody is signed in.
    // Clients of MCP find their way in by these; what they are given is bound to a person's consent.
    "GET /.well-known/oauth-authorization-server",
    "GET /.well-known/oauth-protected-resource",
    "GET /.well-known/oauth-protected-resource/mcp",
    "GET /auth/oidc",
    "GET /auth/oidc/callback",
    "GET /auth/session",
    "GET /auth/ways",
    "GET /health",
    // Pages of people who are not signed in show the instance's name and logo, and browsers ask without cookies.
    "GET /instance/branding",
    "GET /instance/logo",
    "GET /instance/manifest",
    "GET /mcp-servers/oauth/callback",
    "GET /mcp-servers/oauth/client.json",
    "GET /oauth/authorize",
    "GET /openapi.json",
    // Whoever has a link reads the snapshot that it shows.
    "GET /shared/:token",
    "GET /shared/:token/files/:file",
    "GET /signin/:token",
    // Their channel knows its platform by a secret.
    "GET /webhooks/:channel",
    "GET /webhooks/:channel/:account",
    "POST /auth/join",
    "POST /auth/join/check",
    "POST /auth/login",
    // A proxy has signed in somebody whom nobody knows: their session here is asked for.
    "POST /auth/proxy",
    "POST /auth/reset",
    "POST /auth/reset/check",
    "POST /auth/session",
    "POST /auth/visit",
    // Its sender proves itself by the hook's secret.
    "POST /hooks/:id",
    "POST /hooks/:id/in/:secret",
    "POST /oauth/register",
    "POST /oauth/revoke",
    "POST /oauth/token",
    "POST /webhooks/:channel",
    "POST /webhooks/:channel/:account",
  ]);
});

test("every route has a schema for each name in its path, and for no other", () => {
  for (const { path, params, ...route } of TABLE) {
    const named = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? "");
    const known = params ? Object.keys(takenBy(params)["properties"] ?? {}) : [];
    expect(known.sort(), nameOf({ path, ...route })).toEqual(named.sort());
  }
});

test("every route that changes something says what it takes, and one that reads takes no body", () => {
  for (const route of TABLE) {
    const says = [route.body, route.takes].filter((each) => each !== undefined).length;
    const most = route.method === "get" ? 0 : 1;
    const least = route.method === "get" || route.method === "delete" ? 0 : 1;
    expect(says, nameOf(route)).toBeLessThanOrEqual(most);
    expect(says, nameOf(route)).toBeGreaterThanOrEqual(least);
  }
});

test("no body takes a field that it does not name, however deep", () => {
  for (const route of TABLE) {
    if (!route.body || TAKES_MORE.has(nameOf(route))) continue;
    expect(openObjectsIn(takenBy(route.body)), nameOf(route)).toEqual([]);
  }
});

/** Programs made for OpenAI's API send fields that have no meaning here. */
const TAKES_MORE = new Set([
  "POST /v1/chat/completions",
  "POST /chat/completions",
  "POST /v1/responses",
  "POST /v1/messages",
  "POST /v1/messages/count_tokens",
  "POST /v1/embeddings",
  "POST /v1/audio/speech",
  "POST /v1/images/generations",
]);

test("the routes that take more fields than they name are there, and do", () => {
  const open = TABLE.filter(({ body }) => body && openObjectsIn(takenBy(body)).length > 0);
  expect(new Set(open.map(nameOf))).toEqual(TAKES_MORE);
});

/** MCP has them, and what they are for is not offered. */
const REFUSING = new Set(["GET /mcp", "DELETE /mcp"]);

test("every route says what comes back when all goes well", () => {
  for (const route of TABLE.filter((one) => !REFUSING.has(nameOf(one)))) {
    const statuses = Object.keys(route.answers()).map(Number);
    expect(statuses.filter((status) => status < 400).length, nameOf(route)).toBeGreaterThan(0);
  }
});

test("the API's description names each route once, and points at nothing that is not there", () => {
  const operations = Object.values(DESCRIPTION.paths).flatMap((methods) => Object.values(methods));
  expect(operations).toHaveLength(TABLE.length);
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(TABLE.length);
  // Generators make function names of them, and those of two operations must not become one.
  expect(ids.filter((id) => !/^[a-z][A-Za-z0-9]{3,39}$/.test(String(id)))).toEqual([]);
  expect(new Set(ids.map((id) => String(id).toLowerCase())).size).toBe(TABLE.length);
  expect(DESCRIPTION.paths[`${API_ROOT}/openapi.json`]).toBeDefined();
  const pointed = JSON.stringify(DESCRIPTION).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g);
  const { components } = DESCRIPTION as { components: Record<string, Record<string, unknown>> };
  for (const [, kind = "", name = ""] of pointed) expect(components[kind], name).toHaveProperty(name);
});

test("an operation keeps its id, by which programs call it (node scripts/api-routes.mjs notes new ones)", () => {
  const now = Object.fromEntries(
    Object.entries(DESCRIPTION.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [
        `${method.toUpperCase()} ${path}`,
        operationId,
      ]),
    ),
  );
  const gone = Object.entries(operationIds).filter(([name, id]) => now[name] !== id);
  expect(gone).toEqual([]);
});

test("no operation is called after its path alone", () => {
  const verbs =
    /^(list|get|create|update|set|replace|delete|begin|end|read|write|send|search|add|renew|start|stop|import|export)/;
  const ids = Object.values(DESCRIPTION.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => String(operationId)),
  );
  expect(ids.filter((id) => verbs.test(id)).length).toBeGreaterThan(ids.length * 0.7);
  expect(ids.filter((id) => /^(get|post|put|patch|delete)\w*(Id|Slug|Name|V1)([A-Z]|$)/.test(id))).toEqual(
    [],
  );
});

test("no answer shows a time as a number", () => {
  const { components } = DESCRIPTION as unknown as { components: { schemas: Record<string, unknown> } };
  const answers = Object.values(DESCRIPTION.paths).flatMap((methods) =>
    Object.values(methods).map(({ responses }) => responses),
  );
  // OpenAI's API has them as numbers.
  const answered = Object.entries(components.schemas).filter(
    ([name]) => !name.endsWith("Input") && !name.startsWith("Compatible"),
  );
  const times = timesIn([answers, Object.fromEntries(answered)]);
  expect(times.length).toBeGreaterThan(100);
  expect(times.filter(({ schema }) => /"(?:number|integer)"/.test(schema))).toEqual([]);
});
