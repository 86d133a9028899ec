/**
 * Schemas for the part of the Model Context Protocol that a tool client needs. Servers are untrusted, so every message
 * is parsed.
 */
import { z } from "zod";
import { RpcError } from "./refusal.ts";

export const PROTOCOL_VERSION = "2025-11-25";
/** Protocol version without sessions: each message names its version. */
export const SESSIONLESS_VERSION = "2026-07-28";
/** Abilities of this client: a person can be asked, by a form or a page. */
export const CAPABILITIES = { elicitation: { form: {}, url: {} } };
export const CLIENT = { name: "nightjar", version: "0.1.0" };

/** A field that may be absent: null counts as that, and so does a value of another type, which costs only itself. */
function maybe<Of extends z.ZodType>(of: Of) {
  return of
    .nullish()
    .transform((value) => value ?? undefined)
    .catch(undefined);
}

/** Text cut to a length; other values count as absent. */
const words = (most: number) => maybe(z.string().transform((text) => text.slice(0, most)));
/** Some servers send ids as texts. */
const Id = z.union([z.string(), z.number()]);

export const JsonRpcResponse = z.object({
  id: Id,
  /** A request has one, an answer never. */
  method: z.undefined().optional(),
  result: z.unknown().optional(),
  error: RpcError.nullish(),
});

/** Request that a server sends during an exchange. */
export const JsonRpcRequest = z.object({ id: Id, method: z.string(), params: z.unknown().optional() });

export const ProgressNotification = z.object({
  method: z.literal("notifications/progress"),
  params: z.object({ progress: z.number(), total: maybe(z.number()), message: words(500) }),
});

const LISTS = /^notifications\/(?:tools|resources|prompts)\/list_changed$/;

/** Notification that the server's tools, resources or prompts have changed. */
export const ListChanged = z.object({ method: z.string().regex(LISTS) });

const present = () =>
  z
    .unknown()
    .optional()
    .transform((value) => value ?? undefined);
const Capabilities = z
  .looseObject({ tools: present(), resources: present(), prompts: present() })
  .catch({ tools: undefined, resources: undefined, prompts: undefined });

/** Introduction of a server: one of these fields is enough to know it by. */
export const InitializeResult = z
  .looseObject({
    protocolVersion: words(40),
    serverInfo: z.unknown().optional(),
    capabilities: z.unknown().optional(),
  })
  .refine(
    (hello) =>
      hello.protocolVersion !== undefined || Boolean(hello.serverInfo) || Boolean(hello.capabilities),
  )
  .transform(({ protocolVersion = PROTOCOL_VERSION, capabilities }) => ({
    protocolVersion,
    capabilities: Capabilities.parse(capabilities),
  }));

/** Self-description of a server without sessions. */
export const DiscoverResult = z.object({
  supportedVersions: z.array(z.string().max(40)).max(100),
  capabilities: Capabilities,
});

/** Result type without sessions: it tells whether the result is complete. */
export const ResultKind = z.looseObject({
  resultType: words(100).transform((type) => type ?? "complete"),
  /** Inputs that the server requires before it goes on. */
  inputRequests: maybe(z.record(z.string(), z.unknown())).transform((requests) => requests ?? {}),
  /** Opaque state that the client returns unchanged. */
  requestState: maybe(z.string().max(1_000_000)),
});

/** Task of a server (extension `io.modelcontextprotocol/tasks`): a call whose result is fetched later. */
export const Task = z.looseObject({
  taskId: z.string().min(1).max(1_000),
  status: z.enum(["working", "input_required", "completed", "cancelled", "failed"]),
  statusMessage: words(500),
  createdAt: words(60),
  ttlMs: maybe(z.number().nonnegative()),
  pollIntervalMs: maybe(z.number().nonnegative()),
  inputRequests: maybe(z.record(z.string(), z.unknown())).transform((requests) => requests ?? {}),
  result: z.unknown().optional(),
  error: RpcError.nullish().catch(undefined),
});
export type Task = z.output<typeof Task>;

export const ListedTool = z.object({
  name: z.string().min(1).max(128),
  description: words(8000).transform((text) => text ?? ""),
  inputSchema: maybe(z.record(z.string(), z.unknown())).transform((schema) => ({
    ...schema,
    type: "object",
  })),
  annotations: maybe(
    z.looseObject({
      readOnlyHint: maybe(z.boolean()),
      openWorldHint: maybe(z.boolean()),
      destructiveHint: maybe(z.boolean()),
    }),
  ),
  execution: maybe(z.looseObject({ taskSupport: maybe(z.string()) })),
});

const MOST_LISTED = 500;

/** Cursor of the next page. */
export const Cursor = maybe(z.union([z.string(), z.number()])).transform((cursor) =>
  cursor === undefined || cursor === "" ? undefined : String(cursor),
);

export const ListToolsResult = z.looseObject({
  tools: z
    .array(z.unknown())
    .nullish()
    .transform((tools) => (tools ?? []).slice(0, MOST_LISTED)),
  nextCursor: Cursor,
});

export const ResourceContent = z.object({
  uri: words(8_000).transform((uri) => uri ?? ""),
  mimeType: maybe(z.string()),
  text: maybe(z.string()),
  /** base64 */
  blob: maybe(z.string()),
});

const Bytes = { data: z.string(), mimeType: maybe(z.string()) };
const KnownContent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: maybe(z.string()).transform((text) => text ?? "") }),
  z.object({ type: z.literal("image"), ...Bytes }),
  z.object({ type: z.literal("audio"), ...Bytes }),
  z.object({ type: z.literal("resource_link"), uri: z.string(), name: maybe(z.string()) }),
  z.object({ type: z.literal("resource"), resource: ResourceContent }),
]);

/** A part of a result. One that cannot be read is a text that says so, and costs no other part. */
export const Content = z.unknown().transform((part): z.output<typeof KnownContent> => {
  if (typeof part === "string") return { type: "text", text: part };
  const known = KnownContent.safeParse(part);
  if (known.success) return known.data;
  const type = z.looseObject({ type: z.string() }).safeParse(part).data?.type ?? "unknown";
  return { type: "text", text: `[a part of the kind ${type.slice(0, 40)} that cannot be read]` };
});

export const CallToolResult = z.looseObject({
  content: z
    .unknown()
    .transform((content) =>
      (Array.isArray(content) ? content : content ? [content] : []).map((part) => Content.parse(part)),
    ),
  structuredContent: z.unknown().optional(),
  isError: maybe(z.boolean()).transform((isError) => isError ?? false),
});

/** A tool as a server lists it. */
export interface McpTool {
  name: string;
  description: string;
  input: Record<string, unknown>;
  /** The server declares that the tool changes nothing. */
  read_only: boolean;
  /** The server declares that the tool changes something. Absent: it did not say. */
  changes?: true | undefined;
  /**
   * The server declares whether the tool reaches other systems. Absent: it did not say, or was listed before this was
   * stored.
   */
  open_world?: boolean | undefined;
  /** The server declares whether the tool's changes are destructive. Absent as above. */
  destructive?: boolean | undefined;
}

export type Capabilities = z.output<typeof Capabilities>;
export type ResourceContent = z.output<typeof ResourceContent>;
export type CallContent = z.output<typeof Content>;
export type CallResult = z.output<typeof CallToolResult>;
