#!/usr/bin/env node
/**
 * `node scripts/mcp-conformance.mjs [--client | --server]`: runs our MCP client and our MCP server in the protocol's own
 * conformance suites, which npx fetches, and counts the checks that hold. Scenarios of features that neither has are in
 * `docs/design/interop.md` with their reasons.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ROOT, toolNode } from "./start/paths.mjs";

const PACKAGE = "@modelcontextprotocol/conformance";
const OF_2025 = "0.1.16";
const OF_2026 = "0.2.0-alpha.12";
const PORT = 4_477;
/** @param {string} file */
const typed = (file) => [
  "--no-warnings",
  "--experimental-strip-types",
  path.join(ROOT, "test/contract/mcp/conformance", file),
];

/**
 * Checks of a run, each with its scenario.
 *
 * @param {string} version
 * @param {string[]} args
 * @returns {Promise<{ scenario: string; id: string; status: string; errorMessage?: string }[]>}
 */
async function checked(version, args) {
  const folder = mkdtempSync(path.join(tmpdir(), "conformance-"));
  const options = ["--yes", `${PACKAGE}@${version}`, ...args, "--output-dir", folder];
  await once(spawn("npx", options, { stdio: "ignore" }), "close");
  const all = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const files = all.filter((file) => file.endsWith("checks.json"));
  const checks = files.flatMap((file) => {
    const scenario = path.dirname(file).replace(/-\d{4}-\d\d-\d\dT.*/, "");
    const listed = /** @type {{ id: string; status: string }[]} */ (
      JSON.parse(readFileSync(path.join(folder, file), "utf8"))
    );
    return listed.map((each) => ({ ...each, scenario }));
  });
  rmSync(folder, { recursive: true });
  return checks;
}

/**
 * @param {string} title
 * @param {Awaited<ReturnType<typeof checked>>} checks
 */
function tell(title, checks) {
  const failed = checks.filter(({ status }) => status === "FAILURE");
  const passed = checks.filter(({ status }) => status === "SUCCESS");
  console.log(`${title}: ${passed.length} checks hold, ${failed.length} fail`);
  for (const { scenario, id, errorMessage = "" } of failed)
    console.log(`  ${scenario}: ${id} ${errorMessage}`);
}

async function server() {
  const ours = spawn(toolNode(), [...typed("server.ts"), String(PORT)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(ours.stdout, "data");
  const args = ["server", "--url", `http://localhost:${PORT}/mcp`];
  tell(`Server, ${OF_2025}`, await checked(OF_2025, args));
  tell(`Server, ${OF_2026}`, await checked(OF_2026, [...args, "--suite", "all"]));
  tell("Server, required by 2026-07-28", await checked(OF_2026, [...args, "--requirements", "2026-07-28"]));
  ours.kill();
}

async function client() {
  const command = [toolNode(), ...typed("client.ts")].join(" ");
  const args = ["client", "--command", command, "--suite", "all"];
  tell(`Client, ${OF_2026}`, await checked(OF_2026, args));
}

const [only] = process.argv.slice(2);
if (only !== "--client") await server();
if (only !== "--server") await client();
