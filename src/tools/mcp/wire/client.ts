/** One server: its session is begun when needed, and begun anew when the server has forgotten it. */
import { z } from "zod";
import type { GuardedFetch } from "../../../agent/ports/fetch.ts";
import { harmless } from "../../../domain/text/foreign-text.ts";
import { oneLine, shownWithNote } from "../../../domain/text/hidden-text.ts";
import {
  type CallResult,
  CallToolResult,
  InitializeResult,
  ListedTool,
  ListToolsResult,
  type McpTool,
  PROTOCOL_VERSION,
} from "./protocol.ts";
import { McpError } from "./refusal.ts";
import { type Endpoint, type Exchange, listen, notify, request } from "./transport.ts";

export interface CallOptions {
  signal: AbortSignal;
  progress?: (data: unknown) => void;
  changed?: () => void;
}

const MAX_TOOLS = 128;
const MAX_PAGES = 20;

type Capabilities = z.output<typeof InitializeResult>["capabilities"];

interface Session {
  id: string | undefined;
  protocol: string;
  capabilities: Capabilities;
}

export class McpClient {
  readonly #fetch: GuardedFetch;
  readonly #endpoint: Endpoint;
  #session: Session | undefined;
  #lastId = 0;
  #hasStream = true;

  constructor(fetch: GuardedFetch, endpoint: Endpoint) {
    this.#fetch = fetch;
    this.#endpoint = endpoint;
  }

  /** Throws an McpError. What is not a usable tool is left out. */
  async listTools(options: CallOptions): Promise<McpTool[]> {
    const tools: McpTool[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < MAX_PAGES && tools.length < MAX_TOOLS; page++) {
      const result = ListToolsResult.parse(
        await this.call("tools/list", cursor === undefined ? {} : { cursor }, options),
      );
      tools.push(...result.tools.flatMap(usable));
      cursor = result.nextCursor;
      if (cursor === undefined) break;
    }
    return tools.slice(0, MAX_TOOLS);
  }

  /** Throws an McpError; a tool's own failure is a result. */
  async callTool(name: string, args: unknown, options: CallOptions): Promise<CallResult> {
    const meta = options.progress ? { _meta: { progressToken: this.#lastId + 1 } } : {};
    const result = CallToolResult.safeParse(
      await this.call("tools/call", { name, arguments: args, ...meta }, options),
    );
    if (!result.success) throw new McpError("protocol", "The server's result is not one of this protocol.");
    return result.data;
  }

  /** What the server says that it has. Throws an McpError. */
  async capabilities({ signal }: CallOptions): Promise<Capabilities> {
    return (this.#session ?? (await this.#begin(signal))).capabilities;
  }

  /**
   * Word of changes that the server has for this session and does not put beside an answer, until the signal. Nothing
   * where there is no session yet, and of a server that tells of no changes. Never rejects.
   */
  async listen({ signal, changed }: Pick<CallOptions, "signal" | "changed">): Promise<void> {
    const session = this.#session;
    if (session?.id === undefined || !this.#hasStream || !tellsOfChanges(session.capabilities)) return;
    const exchange = { ...this.#exchange({ signal }), session: session.id, protocol: session.protocol };
    this.#hasStream = await listen({ ...exchange, changed });
  }

  /** Throws an McpError. */
  async call(method: string, params: object, options: CallOptions): Promise<unknown> {
    try {
      return await this.#inSession(method, params, options);
    } catch (error) {
      if (!(error instanceof McpError) || error.kind !== "no_session") throw error;
      // The server refused before it looked at the call: nothing was done, so it may be made again.
      this.#session = undefined;
      return this.#inSession(method, params, options);
    }
  }

  async #inSession(method: string, params: object, options: CallOptions): Promise<unknown> {
    const session = this.#session ?? (await this.#begin(options.signal));
    const exchange = { ...this.#exchange(options), session: session.id, protocol: session.protocol };
    return (await request(exchange, { id: ++this.#lastId, method, params })).result;
  }

  async #begin(signal: AbortSignal): Promise<Session> {
    const hello = {
      protocolVersion: PROTOCOL_VERSION,
      capabilities: {},
      clientInfo: { name: "nightjar", version: "0.1.0" },
    };
    const { result, session } = await request(this.#exchange({ signal }), {
      id: ++this.#lastId,
      method: "initialize",
      params: hello,
    });
    const welcome = InitializeResult.safeParse(result);
    if (!welcome.success)
      throw new McpError("protocol", "The server did not introduce itself as an MCP server.");
    const { protocolVersion: protocol, capabilities } = welcome.data;
    this.#session = { id: session, protocol, capabilities };
    await notify({ ...this.#exchange({ signal }), session, protocol }, "notifications/initialized");
    return this.#session;
  }

  #exchange({ signal, progress, changed }: CallOptions): Exchange {
    return { fetch: this.#fetch, endpoint: this.#endpoint, signal, progress, changed };
  }
}

const TellsOfChanges = z.looseObject({ listChanged: z.literal(true) });

function tellsOfChanges({ tools, resources, prompts }: Capabilities): boolean {
  return [tools, resources, prompts].some((each) => TellsOfChanges.safeParse(each).success);
}

function usable(listed: unknown): McpTool[] {
  const tool = ListedTool.safeParse(listed);
  if (!tool.success || JSON.stringify(tool.data.inputSchema).length > 30_000) return [];
  const { name, description, inputSchema, annotations, execution } = tool.data;
  // It can be called as a task alone, which this client does not drive.
  if (execution?.taskSupport === "required") return [];
  // People accept what they can see, and a model is given the same.
  const seen = harmless(shownWithNote(description));
  return [
    {
      name: oneLine(name),
      description: seen,
      input: inputSchema,
      read_only: annotations?.readOnlyHint ?? false,
    },
  ];
}
