/** A tool of a server as a tool of ours: `mcp_{server}_{tool}`. What it says is never trusted. */
import type { Tool } from "../../agent/ports/tool.ts";
import type { Files } from "../files/port.ts";
import type { McpClient } from "./client.ts";
import type { McpTool } from "./protocol.ts";
import { outcomeOf } from "./result.ts";
import { McpError } from "./transport.ts";

const MAX_NAME = 64;
const MAX_DESCRIPTION = 2000;
const TIMEOUT = 60_000;

export interface McpToolDeps {
  server: string;
  client(): Promise<McpClient>;
  files: Pick<Files, "put">;
  /** Told of each failure. */
  refused(error: unknown): Promise<void>;
}

export function mcpTool(deps: McpToolDeps, tool: McpTool): Tool {
  const { server } = deps;
  return {
    name: toolName(server, tool.name),
    description: `[${server}] ${tool.description.slice(0, MAX_DESCRIPTION)}`,
    input: { json: tool.input, parse: parseObject },
    effect: tool.read_only ? "read" : "once",
    reach: "outside",
    personal: true,
    touches: () =>
      tool.read_only
        ? { to: "nobody" }
        : { to: "elsewhere", what: `use ${tool.name} of the server ${server}` },
    timeout_ms: TIMEOUT,
    async run(input, { owner, signal, progress }) {
      try {
        const client = await deps.client();
        const result = await client.callTool(tool.name, input, { signal, progress });
        return await outcomeOf(result, { owner, files: deps.files });
      } catch (error) {
        await deps.refused(error);
        return { ok: false, error: explain(server, error), trust: "untrusted" };
      }
    },
  };
}

/** Letters, digits, `_` and `-`; a long name keeps its end, where tools differ. */
export function toolName(server: string, tool: string): string {
  const name = `mcp_${server}_${tool.replace(/[^A-Za-z0-9_-]+/g, "_")}`;
  return name.length <= MAX_NAME ? name : `mcp_${server.slice(0, 16)}_${name.slice(-(MAX_NAME - 21))}`;
}

/** The server checks the rest against its own schema, and says what is wrong. */
function parseObject(value: unknown) {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject
    ? { ok: true as const, value }
    : { ok: false as const, problem: "The arguments must be an object." };
}

function explain(server: string, error: unknown): string {
  if (!(error instanceof McpError)) throw error;
  if (error.kind === "unauthorized")
    return `${server} wants its owner to sign in again: see the MCP servers in the settings.`;
  return `${server}: ${error.message}`;
}
