#!/usr/bin/env node
/**
 * `node scripts/trial.mjs [--only NAME] [--chaos 500]`: runs an instance as `npm start` does, together with third-party
 * servers and clients. They are installed below .cache, since Nightjar itself doesn't need them. See
 * test/trial/main.ts.
 */
import { spawn } from "node:child_process";
import path from "node:path";
import { installForeign } from "./foreign/install.mjs";
import { ensureWebBuilt } from "./start/build-web.mjs";
import { ensureInstalled } from "./start/install.mjs";
import { packagedNode, ROOT } from "./start/paths.mjs";

const FOREIGN = {
  "@ai-sdk/openai-compatible": "3.0.92",
  "@copilotkit/aimock": "*",
  "@microsoft/fetch-event-source": "2.0.1",
  "@modelcontextprotocol/sdk": "1.32.2",
  "@modelcontextprotocol/server-everything": "2026.8.31",
  "@modelcontextprotocol/server-filesystem": "2026.8.31",
  "@modelcontextprotocol/server-memory": "2026.8.31",
  "@modelcontextprotocol/server-sequential-thinking": "2026.8.31",
  ai: "7.0.173",
  "ai-labs-claude-skills": "2.0.1",
  eventsource: "5.1.5",
  "eventsource-client": "1.2.0",
  "mcp-proxy": "6.7.19",
  openai: "7.55.0",
  partysocket: "1.3.0",
  "reconnecting-websocket": "4.4.0",
  supergateway: "4.0.0",
  undici: "8.12.4",
  ws: "8.23.0",
};

ensureInstalled();
await ensureWebBuilt();
installForeign("trial", FOREIGN);

const args = ["--no-warnings", path.join(ROOT, "test/trial/main.ts"), ...process.argv.slice(2)];
const child = spawn(packagedNode(), args, { cwd: ROOT, stdio: "inherit" });
// The child cleans up what it started; a Ctrl-C has reached it already.
process.on("SIGINT", () => undefined);
child.once("exit", (code) => process.exit(code ?? 1));
