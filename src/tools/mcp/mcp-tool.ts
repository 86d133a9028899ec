/** Wraps a server's tool as one of ours: `mcp_{server}_{tool}`. Its results are never trusted. */
import type { Tool, ToolContext, ToolOutcome, Touch } from "../../agent/ports/tool.ts";
import { readsByName } from "../../domain/provenance/acts.ts";
import type { ArgumentKinds } from "../../domain/provenance/provenance.ts";
import { fitArguments } from "../../platform/json-schema/fit-arguments.ts";
import type { Files } from "../files/port.ts";
import { outcomeOf } from "./content/result.ts";
import { AskedInput } from "./input/asked-input.ts";
import { callWithInput } from "./input/call-with-input.ts";
import { sentAddresses } from "./sent-addresses.ts";
import { listenDuring, type ServerListener } from "./server-listener.ts";
import { sinksOfTool } from "./sinks.ts";
import { callResultOf, type GivenInput, type McpClient } from "./wire/client.ts";
import type { McpTool } from "./wire/protocol.ts";
import { McpError } from "./wire/refusal.ts";

const MAX_DESCRIPTION = 2000;
const TIMEOUT = 60_000;
/** Shortest time in ms between two progress notes that people see. */
const SHOWN_EVERY = 250;

interface McpToolDeps {
  server: string;
  /** Name that models call it by. */
  name: string;
  /** Longest time in ms of a call that reports progress. */
  longest_ms: number;
  /** The owner's correction of what its arguments count as. */
  argument_kinds?: ArgumentKinds | undefined;
  client(): Promise<McpClient>;
  files: Pick<Files, "put">;
  now(): number;
  /** False once the server has listed the tool differently from the accepted one. */
  isCurrent(tool: McpTool): boolean;
  /** Called when the server has announced a change: lists its tools again. Never rejects. */
  onChange(): Promise<void>;
  /** Called with each failure. */
  onRefused(error: unknown): Promise<void>;
}

export function mcpTool(deps: McpToolDeps, tool: McpTool): Tool {
  const { server } = deps;
  return {
    name: deps.name,
    description: `[${server}] ${tool.description.slice(0, MAX_DESCRIPTION)}`,
    input: { json: tool.input, parse: (value) => parseObject(fitArguments(tool.input, value)) },
    effect: tool.read_only ? "read" : "once",
    // Signing in and the handshake have no effect yet.
    begins_itself: true,
    reach: "outside",
    personal: true,
    touches: (input) =>
      onlyReads(tool)
        ? touchOfReading(sentAddresses(tool, input))
        : { to: "elsewhere", what: `use ${tool.name} of the server ${server}` },
    sinks: (input) => sinksOfTool(tool, input, deps.argument_kinds),
    shows: () => `use ${tool.name} of the server ${server}`,
    irreversible: () =>
      tool.destructive && !tool.read_only
        ? `use ${tool.name} of the server ${server}, which changes or removes what is there`
        : undefined,
    timeout_ms: TIMEOUT,
    longest_ms: deps.longest_ms,
    async run(input, context) {
      if (!deps.isCurrent(tool)) return { ok: false, error: otherwise(server, tool.name) };
      const listener = listenDuring(context.signal, deps.onChange);
      try {
        return await called(deps, { tool, input, context, listener });
      } finally {
        if (listener.end()) {
          context.alive();
          await deps.onChange();
        }
      }
    },
  };
}

/** The tool's name decides where the server does not say whether it changes something. */
function onlyReads({ read_only, changes, destructive, name }: McpTool): boolean {
  return read_only || (!changes && !destructive && readsByName(name));
}

/** Title of its results as sources; null: it says that it changes something, so what it tells is no source. */
function titleOf(server: string, { name, changes, destructive }: McpTool): string | null {
  return changes || destructive ? null : `${name} (${server})`;
}

function touchOfReading(urls: string[]): Touch {
  return urls.length === 0 ? { to: "nobody" } : { to: "urls", urls };
}

interface Call {
  tool: McpTool;
  input: unknown;
  context: ToolContext;
  listener: ServerListener;
}

async function called(deps: McpToolDeps, { tool, input, context, listener }: Call): Promise<ToolOutcome> {
  try {
    const { signal, owner } = context;
    const client = await deps.client();
    await client.capabilities({ signal });
    listener.listen(client);
    const options = { signal, progress: signOfLife(context, deps.now), onChange: listener.onChange };
    const call = (given?: GivenInput) => {
      if (!tool.read_only) context.begin();
      const asked = new AskedInput(given);
      return asked.during(() => client.callTool(tool, input, { ...options, given, elicit: asked.elicit }));
    };
    const got = await callWithInput(deps, { client, options, call, resultOf: callResultOf }, context.resumed);
    if ("parked" in got) return got;
    return await outcomeOf(got.result, { owner, files: deps.files, title: titleOf(deps.server, tool) });
  } catch (error) {
    await deps.onRefused(error);
    return { ok: false, error: explain(deps.server, error), trust: "untrusted" };
  }
}

/** Progress handler: each report restarts the call's timeout; people see them throttled. */
function signOfLife({ alive, progress }: Pick<ToolContext, "alive" | "progress">, now: () => number) {
  let shown_at = Number.NEGATIVE_INFINITY;
  return (data: unknown) => {
    alive();
    if (now() - shown_at < SHOWN_EVERY) return;
    shown_at = now();
    progress(data);
  };
}

function otherwise(server: string, tool: string): string {
  return `${server} has changed ${tool} or offers it no more. Its owner must look at it again among the MCP servers before it can be used.`;
}

/** Accepts any object: the server validates it against its own schema and reports what is wrong. */
function parseObject(value: unknown) {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject
    ? { ok: true as const, value }
    : { ok: false as const, problem: "The arguments must be an object." };
}

/** Explains a server's failure to the model. Rethrows any other error. */
export function explain(server: string, error: unknown): string {
  if (!(error instanceof McpError)) throw error;
  if (error.kind === "unauthorized")
    return `${server} wants its owner to sign in again: see the MCP servers in the settings.`;
  return `${server}: ${error.message}`;
}
