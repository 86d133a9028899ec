#!/usr/bin/env node
/**
 * `node scripts/mcp-conformance.mjs`: runs our MCP client in the protocol's own conformance suite, which npx fetches.
 * It runs the scenarios for features of this client; asking people for input and calling without a person are left out.
 */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { ROOT, toolNode } from "./start/paths.mjs";

const SUITE = "@modelcontextprotocol/conformance@0.1.16";
const CLIENT = path.join(ROOT, "test/contract/mcp/conformance/client.ts");

const SCENARIOS = [
  "initialize",
  "tools_call",
  "sse-retry",
  ...[
    "metadata-default",
    "metadata-var1",
    "metadata-var2",
    "metadata-var3",
    "basic-cimd",
    "scope-from-www-authenticate",
    "scope-from-scopes-supported",
    "scope-omitted-when-undefined",
    "scope-step-up",
    "scope-retry-limit",
    "token-endpoint-auth-basic",
    "token-endpoint-auth-post",
    "token-endpoint-auth-none",
    "pre-registration",
    "2025-03-26-oauth-metadata-backcompat",
    "2025-03-26-oauth-endpoint-fallback",
    "resource-mismatch",
    "offline-access-scope",
    "offline-access-not-supported",
  ].map((name) => `auth/${name}`),
];

const command = `${toolNode()} --no-warnings --experimental-strip-types ${CLIENT}`;
let failures = 0;
for (const scenario of SCENARIOS) {
  const args = ["--yes", SUITE, "client", "--command", command, "--scenario", scenario];
  const { status, stdout, stderr } = spawnSync("npx", args, { encoding: "utf8" });
  console.log(`${status === 0 ? "ok  " : "FAIL"} ${scenario}`);
  if (status === 0) continue;
  failures++;
  console.log(`${stdout}${stderr}`.slice(-2_000));
}
process.exit(failures === 0 ? 0 : 1);
