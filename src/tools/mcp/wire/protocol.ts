/** The part of the Model Context Protocol that a client of tools speaks. All of it comes from a server: it is checked. */
import { z } from "zod";
import { RpcError } from "./refusal.ts";

export const PROTOCOL_VERSION = "2025-06-18";
/** The one without sessions: each message says for itself which protocol it is in. */
export const SESSIONLESS_VERSION = "2026-07-28";
export const CLIENT = { name: "nightjar", version: "0.1.0" };

export const JsonRpcResponse = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string(), z.number()]),
  result: z.unknown().optional(),
  error: RpcError.optional(),
});

/** What a server asks of a client on the way. */
export const JsonRpcRequest = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string(), z.number()]),
  method: z.string(),
});

export const ProgressNotification = z.object({
  method: z.literal("notifications/progress"),
  params: z.object({
    progress: z.number(),
    total: z.number().optional(),
    message: z.string().max(500).optional(),
  }),
});

const LISTS = /^notifications\/(?:tools|resources|prompts)\/list_changed$/;

/** What the server offers has changed. */
export const ListChanged = z.object({ method: z.string().regex(LISTS) });

const Capabilities = z
  .looseObject({
    tools: z.unknown().optional(),
    resources: z.unknown().optional(),
    prompts: z.unknown().optional(),
  })
  .default({});

export const InitializeResult = z.object({
  protocolVersion: z.string().max(40),
  serverInfo: z.object({ name: z.string().max(200), version: z.string().max(100) }),
  capabilities: Capabilities,
});

/** A server without sessions, of itself. */
export const DiscoverResult = z.object({
  supportedVersions: z.array(z.string().max(40)).max(100),
  capabilities: Capabilities,
});

/** Without sessions a result says whether it is one. */
export const ResultKind = z.looseObject({
  resultType: z.string().max(100).default("complete"),
  /** What the server wants to be told before it goes on. */
  inputRequests: z.record(z.string(), z.unknown()).default({}),
  /** To be handed back as it is. */
  requestState: z.string().max(1_000_000).optional(),
});

export const ListedTool = z.object({
  name: z.string().min(1).max(128),
  description: z.string().max(8000).default(""),
  inputSchema: z.looseObject({ type: z.literal("object") }),
  annotations: z
    .looseObject({
      readOnlyHint: z.boolean().optional(),
      openWorldHint: z.boolean().optional(),
      destructiveHint: z.boolean().optional(),
    })
    .optional(),
  execution: z.looseObject({ taskSupport: z.string().optional() }).optional(),
});

export const ListToolsResult = z.object({
  tools: z.array(z.unknown()).max(500),
  nextCursor: z.string().optional(),
});

export const ResourceContent = z.object({
  uri: z.string(),
  mimeType: z.string().optional(),
  text: z.string().optional(),
  /** base64 */
  blob: z.string().optional(),
});

export const Content = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.literal("image"), data: z.string(), mimeType: z.string() }),
  z.object({ type: z.literal("audio"), data: z.string(), mimeType: z.string() }),
  z.object({ type: z.literal("resource_link"), uri: z.string(), name: z.string() }),
  z.object({
    type: z.literal("resource"),
    resource: ResourceContent,
  }),
]);

export const CallToolResult = z.object({
  content: z.array(Content).default([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().default(false),
});

/** A tool as a server lists it. */
export interface McpTool {
  name: string;
  description: string;
  input: Record<string, unknown>;
  /** The server says that it changes nothing. */
  read_only: boolean;
  /** It says whether the tool reaches others than itself. Absent: it does not say, or was not heard before that was kept. */
  open_world?: boolean | undefined;
  /** It says whether what the tool changes is lost. Absent as above. */
  destructive?: boolean | undefined;
}

export type Capabilities = z.output<typeof Capabilities>;
export type ResourceContent = z.output<typeof ResourceContent>;
export type CallContent = z.output<typeof Content>;
export type CallResult = z.output<typeof CallToolResult>;
