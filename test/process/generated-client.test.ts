/**
 * The API's description in the hands of others: redocly finds nothing wrong with it, and a client that openapi-typescript
 * makes of it compiles, sends a chat and reads its answer. The packages are run by themselves, as people would run them.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CACHE, ROOT, toolNode } from "../../scripts/start/paths.mjs";
import { type Nightjar, startNightjar, TOKEN } from "../support/process/nightjar.ts";

/** Below node_modules, so that what is imported there is found. */
const FOLDER = path.join(CACHE, "generated-client");
/** It writes by TypeScript's JavaScript interface, which version 7 does not have. */
const OLDER_TYPESCRIPT = path.join(ROOT, "scripts/check/typescript-for-svelte.cjs");

const GENERATE = `
  const { readFileSync, writeFileSync } = require("node:fs");
  const { default: openapiTS, astToString } = require("openapi-typescript");
  const { createConfig, lintFromString } = require("@redocly/openapi-core");
  const source = readFileSync("openapi.json", "utf8");
  (async () => {
    const config = await createConfig({ extends: ["recommended"] });
    const problems = await lintFromString({ source, config });
    writeFileSync("problems.json", JSON.stringify(problems.map(({ message, location }) => [message, location[0].pointer])));
    writeFileSync("api.ts", astToString(await openapiTS(source)));
    console.log(problems.length);
  })();
`;

const CLIENT = `
  import createClient from "openapi-fetch";
  import type { paths } from "./api.ts";

  const [baseUrl = "", token = ""] = process.argv.slice(2);
  const headers = { authorization: \`Bearer \${token}\` };
  const client = createClient<paths, "application/json">({ baseUrl, headers });
  const said = await client.POST("/api/v1/chat", { body: { message: "What is 17 * 23?" } });
  if (said.error) throw new Error(said.error.reason);
  const { conversation_id: id, reply, status, usage } = said.data;
  const page = await client.GET("/api/v1/conversations/{id}/messages", {
    params: { path: { id }, query: { limit: 5 } },
  });
  const roles: string[] = page.data?.items.map(({ role }) => role) ?? [];
  const refused = await client.GET("/api/v1/conversations/{id}", { params: { path: { id: "cnv_nothing" } } });
  const kind: "resource_not_found" | undefined =
    refused.error?.error === "resource_not_found" ? refused.error.error : undefined;
  console.log(JSON.stringify({ reply, status, counted: (usage?.input_tokens ?? 0) > 0, roles, kind }));
  // @ts-expect-error: nothing is called so.
  void (() => client.POST("/api/v1/chat", { body: { mesage: "Hello" } }));
`;

let nightjar: Nightjar;
beforeAll(async () => {
  nightjar = await startNightjar({ launcher: "runtime" });
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(path.join(FOLDER, "package.json"), '{ "type": "module" }');
  const description = await fetch(`${nightjar.url}/api/v1/openapi.json`);
  writeFileSync(path.join(FOLDER, "openapi.json"), await description.text());
});
afterAll(() => nightjar?.dispose());

function run(...args: string[]): string {
  return execFileSync(toolNode(), args, { cwd: FOLDER, encoding: "utf8" });
}

it("is valid to redocly, and makes a client that compiles, chats and reads the answer", () => {
  expect(run("--require", OLDER_TYPESCRIPT, "--input-type=commonjs", "--eval", GENERATE).trim()).toBe("0");

  writeFileSync(path.join(FOLDER, "client.ts"), CLIENT);
  const tsc = path.join(ROOT, "node_modules/typescript/bin/tsc");
  const strict = ["--noEmit", "--strict", "--allowImportingTsExtensions", "--types", "node"];
  run(tsc, "--ignoreConfig", ...strict, "--target", "es2024", "--module", "nodenext", "client.ts");

  const told = run("--no-warnings", "--experimental-strip-types", "client.ts", nightjar.url, TOKEN);
  expect(JSON.parse(told)).toEqual({
    reply: "17 * 23 = 391",
    status: "completed",
    counted: true,
    roles: ["user", "assistant"],
    kind: "resource_not_found",
  });
});
