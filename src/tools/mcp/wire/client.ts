/** One server: its session is begun when needed, and begun anew when the server has forgotten it. */
import type { GuardedFetch } from "../../../agent/ports/fetch.ts";
import { definedOf } from "../../../domain/defined.ts";
import { harmless } from "../../../domain/text/foreign-text.ts";
import { oneLine, shownWithNote } from "../../../domain/text/hidden-text.ts";
import { greet, type ServerKind, type Session } from "./greeting.ts";
import { headersOf, mirroredIn } from "./header-arguments.ts";
import {
  type CallResult,
  CallToolResult,
  type Capabilities,
  ListedTool,
  ListToolsResult,
  type McpTool,
} from "./protocol.ts";
import { McpError } from "./refusal.ts";
import { changesAsked, exchangeUntilResult, tellsOfChanges } from "./sessionless.ts";
import { type Endpoint, type Exchange, listen, request } from "./transport.ts";

export interface CallOptions {
  signal: AbortSignal;
  progress?: (data: unknown) => void;
  changed?: () => void;
}

const MAX_TOOLS = 128;
const MAX_PAGES = 20;

export class McpClient {
  readonly #fetch: GuardedFetch;
  readonly #endpoint: Endpoint;
  #session: Session | undefined;
  #lastId = 0;
  #hasStream = true;
  readonly #kind: ServerKind;

  /** `kind` is what is known of the server, and learnt. */
  constructor(fetch: GuardedFetch, endpoint: Endpoint, kind: ServerKind = { isSessionless: false }) {
    this.#fetch = fetch;
    this.#endpoint = endpoint;
    this.#kind = kind;
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
  async callTool(
    tool: Pick<McpTool, "name" | "input">,
    args: unknown,
    options: CallOptions,
  ): Promise<CallResult> {
    const meta = options.progress ? { _meta: { progressToken: this.#lastId + 1 } } : {};
    const asked = { method: "tools/call", params: { name: tool.name, arguments: args, ...meta } };
    const headers = headersOf(tool.input, args);
    const result = CallToolResult.safeParse(await this.#called({ ...asked, headers }, options));
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
    if (session === undefined || !this.#hasStream || !tellsOfChanges(session.capabilities)) return;
    const exchange = { ...this.#exchange({ signal }, session), changed };
    if (session.isSessionless)
      this.#hasStream = await listen(exchange, changesAsked(this.#nextId(), session.capabilities));
    else if (session.id !== undefined) this.#hasStream = await listen(exchange);
  }

  /** Throws an McpError. */
  call(method: string, params: object, options: CallOptions): Promise<unknown> {
    return this.#called({ method, params }, options);
  }

  async #called(asked: Asked, options: CallOptions): Promise<unknown> {
    try {
      return await this.#inSession(asked, options);
    } catch (error) {
      if (!(error instanceof McpError) || error.kind !== "no_session") throw error;
      // The server refused before it looked at the call: nothing was done, so it may be made again.
      this.#session = undefined;
      return this.#inSession(asked, options);
    }
  }

  async #inSession({ headers, ...asked }: Asked, options: CallOptions): Promise<unknown> {
    const session = this.#session ?? (await this.#begin(options.signal));
    const exchange = this.#exchange(options, session);
    if (session.isSessionless) return exchangeUntilResult(exchange, { ...asked, headers }, this.#nextId);
    return (await request(exchange, { id: this.#nextId(), ...asked })).result;
  }

  async #begin(signal: AbortSignal): Promise<Session> {
    this.#session = await greet(this.#exchange({ signal }), this.#kind, this.#nextId);
    return this.#session;
  }

  readonly #nextId = () => ++this.#lastId;

  #exchange({ signal, progress, changed }: CallOptions, session?: Session): Exchange {
    const { id, protocol } = session ?? { id: undefined, protocol: undefined };
    return { fetch: this.#fetch, endpoint: this.#endpoint, signal, progress, changed, session: id, protocol };
  }
}

interface Asked {
  method: string;
  params: object;
  /** Of a message that stands by itself. */
  headers?: Readonly<Record<string, string>> | undefined;
}

function usable(listed: unknown): McpTool[] {
  const tool = ListedTool.safeParse(listed);
  if (!tool.success || JSON.stringify(tool.data.inputSchema).length > 30_000) return [];
  const { name, description, inputSchema, annotations, execution } = tool.data;
  // It can be called as a task alone, which this client does not drive.
  if (execution?.taskSupport === "required") return [];
  // Its headers would not be those that the server expects.
  if (mirroredIn(inputSchema) === undefined) return [];
  // People accept what they can see, and a model is given the same.
  const seen = harmless(shownWithNote(description));
  return [
    {
      name: oneLine(name),
      description: seen,
      input: inputSchema,
      read_only: annotations?.readOnlyHint ?? false,
      ...definedOf({ open_world: annotations?.openWorldHint, destructive: annotations?.destructiveHint }),
    },
  ];
}
