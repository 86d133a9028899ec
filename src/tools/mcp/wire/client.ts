/** Client of one server. Begins a session when needed, and again when the server has forgotten it. */
import { z } from "zod";
import type { GuardedFetch } from "../../../agent/ports/fetch.ts";
import { definedOf } from "../../../domain/defined.ts";
import { harmless } from "../../../domain/text/foreign-text.ts";
import { oneLine, shownWithNote } from "../../../domain/text/hidden-text.ts";
import { type ServerKind, type Session, shakeHands } from "./handshake.ts";
import { headersOf, mirroredIn } from "./header-arguments.ts";
import {
  type CallResult,
  CallToolResult,
  type Capabilities,
  ListedTool,
  ListToolsResult,
  type McpTool,
  Task,
} from "./protocol.ts";
import { McpError } from "./refusal.ts";
import {
  changesAsked,
  exchangeRounds,
  onlyResult,
  type Round,
  tellsOfChanges,
  type WantedInput,
} from "./sessionless.ts";
import { type Endpoint, type Exchange, listen, request } from "./transport.ts";

export interface CallOptions {
  signal: AbortSignal;
  progress?: (data: unknown) => void;
  onChange?: () => void;
}

interface AskingOptions extends CallOptions {
  /** Answers a server that asks for a person's input while the call runs. */
  elicit?: Exchange["elicit"];
}

/** Input that people have given to a call, which is made again with it. */
export interface GivenInput {
  /** Answers by the server's keys, or by the question where it gave no key. */
  responses: Readonly<Record<string, unknown>>;
  request_state?: string | undefined;
}

export interface AskedOptions extends AskingOptions {
  given?: GivenInput | undefined;
  /** Headers of a message outside a session. */
  headers?: Readonly<Record<string, string>> | undefined;
}

export type Answer<T> = { result: T } | { input: WantedInput } | { task: Task };

const MAX_TOOLS = 128;
const MAX_PAGES = 20;

export class McpClient {
  private readonly fetch: GuardedFetch;
  private readonly endpoint: Endpoint;
  private session: Session | undefined;
  private lastId = 0;
  private hasStream = true;
  private readonly kind: ServerKind;

  /** `kind` caches what the server is; the client updates it. */
  constructor(fetch: GuardedFetch, endpoint: Endpoint, kind: ServerKind = { isSessionless: false }) {
    this.fetch = fetch;
    this.endpoint = endpoint;
    this.kind = kind;
  }

  /** Tools of the last listing that cannot be used. */
  leftOut: LeftOutTool[] = [];

  /** Lists the tools; unusable ones are left out and named in `leftOut`. Throws an McpError. */
  async listTools(options: CallOptions): Promise<McpTool[]> {
    const tools = new Map<string, McpTool>();
    this.leftOut = [];
    const cursors = new Set<string | undefined>();
    let cursor: string | undefined;
    // A cursor that comes again would go round for ever.
    for (let page = 0; page < MAX_PAGES && tools.size < MAX_TOOLS && !cursors.has(cursor); page++) {
      cursors.add(cursor);
      const answer = await this.call("tools/list", cursor === undefined ? {} : { cursor }, options);
      const result = ListToolsResult.safeParse(answer);
      if (!result.success)
        throw new McpError("protocol", "The server's list of tools is not one of this protocol.");
      for (const tool of result.data.tools.map(usable)) {
        if ("why" in tool) this.leftOut.push(tool);
        else if (!tools.has(tool.name)) tools.set(tool.name, tool);
      }
      cursor = result.data.nextCursor;
      if (cursor === undefined) break;
    }
    const all = [...tools.values()];
    this.leftOut.push(
      ...all
        .slice(MAX_TOOLS)
        .map(({ name }) => ({ name, why: `Only ${MAX_TOOLS} tools of a server are offered.` })),
    );
    this.leftOut.splice(MOST_LEFT_OUT);
    return all.slice(0, MAX_TOOLS);
  }

  /** Calls a tool. Throws an McpError; the tool's own failure is a result. */
  async callTool(
    tool: Pick<McpTool, "name" | "input">,
    args: unknown,
    options: AskedOptions,
  ): Promise<Answer<CallResult>> {
    const headers = headersOf(tool.input, args);
    const round = await this.asked(
      "tools/call",
      { name: tool.name, arguments: args },
      { ...options, headers },
    );
    return "result" in round ? { result: callResultOf(round.result) } : round;
  }

  /** A request of which the server may want a person's input first. Throws an McpError. */
  async asked(method: string, asked: object, { given, headers, ...options }: AskedOptions): Promise<Round> {
    const { isSessionless } = this.session ?? (await this.begin(options.signal));
    // A call that is made again, by another client as it may be, has another id than the first.
    if (given !== undefined) this.lastId = crypto.getRandomValues(new Uint16Array(1))[0] ?? 0;
    const meta = options.progress ? { _meta: { progressToken: this.lastId + 1 } } : {};
    const params = { ...asked, ...meta };
    const own = isSessionless ? { ...params, ...repeated(given) } : params;
    return this.request({ method, headers, params: own }, options);
  }

  /** State of a task. Throws an McpError, also when the server does not know it. */
  async task(taskId: string, options: CallOptions): Promise<Task> {
    const task = Task.safeParse(await this.call("tasks/get", { taskId }, options));
    if (!task.success) throw new McpError("protocol", "The server's task is not one of this protocol.");
    return task.data;
  }

  /** Gives a task the input that it wants. Throws an McpError. */
  async updateTask(taskId: string, inputResponses: object, options: CallOptions): Promise<void> {
    await this.call("tasks/update", { taskId, inputResponses }, options);
  }

  /** Capabilities that the server declares. Throws an McpError. */
  async capabilities({ signal }: CallOptions): Promise<Capabilities> {
    return (this.session ?? (await this.begin(signal))).capabilities;
  }

  /**
   * Listens for change notifications of this session that do not come beside an answer, until the signal aborts. Does
   * nothing without a session or when the server announces no changes. Never rejects.
   */
  async listen({ signal, onChange }: Pick<CallOptions, "signal" | "onChange">): Promise<void> {
    const session = this.session;
    if (session === undefined || !this.hasStream || !tellsOfChanges(session.capabilities)) return;
    const exchange = { ...this.exchange({ signal }, session), onChange };
    if (session.isSessionless)
      this.hasStream = await listen(exchange, changesAsked(this.nextId(), session.capabilities));
    else if (session.id !== undefined) this.hasStream = await listen(exchange);
  }

  /** Throws an McpError. */
  async call(method: string, params: object, options: CallOptions): Promise<unknown> {
    return onlyResult(await this.request({ method, params }, options));
  }

  private async request(request: McpRequest, options: AskingOptions): Promise<Round> {
    try {
      return await this.inSession(request, options);
    } catch (error) {
      if (!(error instanceof McpError) || error.kind !== "no_session") throw error;
      // The server refused before it processed the call, so it is safe to make it again.
      this.session = undefined;
      return this.inSession(request, options);
    }
  }

  private async inSession({ headers, ...asked }: McpRequest, options: AskingOptions): Promise<Round> {
    const session = this.session ?? (await this.begin(options.signal));
    const exchange = this.exchange(options, session);
    if (session.isSessionless) return exchangeRounds(exchange, { ...asked, headers }, this.nextId);
    return { result: (await request(exchange, { id: this.nextId(), ...asked })).result };
  }

  private async begin(signal: AbortSignal): Promise<Session> {
    this.session = await shakeHands(this.exchange({ signal }), this.kind, this.nextId);
    return this.session;
  }

  private readonly nextId = () => ++this.lastId;

  private exchange({ signal, progress, onChange, elicit }: AskingOptions, session?: Session): Exchange {
    const { id, protocol } = session ?? { id: undefined, protocol: undefined };
    return {
      fetch: this.fetch,
      endpoint: this.endpoint,
      signal,
      progress,
      onChange,
      elicit,
      session: id,
      protocol,
    };
  }
}

function repeated(given: GivenInput | undefined): object {
  if (given === undefined) return {};
  const { responses: inputResponses, request_state: requestState } = given;
  return { inputResponses, ...(requestState !== undefined && { requestState }) };
}

/** Throws an McpError. */
export function callResultOf(result: unknown): CallResult {
  const parsed = CallToolResult.safeParse(result);
  if (!parsed.success) throw new McpError("protocol", "The server's result is not one of this protocol.");
  return parsed.data;
}

interface McpRequest {
  method: string;
  params: object;
  /** Headers of a message outside a session. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/** A listed tool that is not offered. */
export interface LeftOutTool {
  name: string;
  /** A sentence for people. */
  why: string;
}

const MOST_LEFT_OUT = 50;
const Named = z.looseObject({ name: z.string() });

/** The tool, or why it cannot be used. */
function usable(listed: unknown): McpTool | LeftOutTool {
  const tool = ListedTool.safeParse(listed);
  const leave = (why: string) => ({
    name: oneLine(Named.safeParse(listed).data?.name ?? "", 100) || "(no name)",
    why,
  });
  if (!tool.success) return leave("Its name is missing or longer than 128 characters.");
  const { name, description, annotations, execution } = tool.data;
  const inputSchema = fittingSchema(tool.data.inputSchema);
  // The tool can only be called as a task, which this client does not support.
  if (execution?.taskSupport === "required")
    return leave("It can only be called as a task, which isn't supported.");
  // This client could not send the headers that the server expects.
  if (mirroredIn(inputSchema) === undefined) return leave("Its arguments name headers that can't be sent.");
  // The model is given only text that people can see, and so accept.
  const seen = harmless(shownWithNote(description));
  return {
    name: oneLine(name),
    description: seen,
    input: inputSchema,
    read_only: annotations?.readOnlyHint ?? false,
    ...(annotations?.readOnlyHint === false && { changes: true as const }),
    ...definedOf({ open_world: annotations?.openWorldHint, destructive: annotations?.destructiveHint }),
  };
}

const MAX_SCHEMA = 30_000;
/** Keys of a schema that explain and do not restrict. */
const EXPLAINS = new Set(["description", "title", "examples", "$comment", "default"]);

/** A schema of a length that a model can be given: without explanations if need be, or its names alone. */
function fittingSchema(schema: Record<string, unknown>): Record<string, unknown> {
  if (JSON.stringify(schema).length <= MAX_SCHEMA) return schema;
  const bare = JSON.stringify(schema, (key, value: unknown) =>
    EXPLAINS.has(key) && typeof value !== "object" ? undefined : value,
  );
  if (bare.length <= MAX_SCHEMA) return JSON.parse(bare) as Record<string, unknown>;
  const { properties } = schema;
  const names = typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
  return {
    type: "object",
    properties: Object.fromEntries(names.slice(0, MOST_NAMES).map((name) => [name, {}])),
  };
}

const MOST_NAMES = 300;
