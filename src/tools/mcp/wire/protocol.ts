/**
 * Schemas for the part of the Model Context Protocol that a tool client needs. Servers are untrusted, so every message
 * is parsed.
 */
import { z } from "zod";
import { RpcError } from "./refusal.ts";

export const PROTOCOL_VERSION = "2025-06-18";
/** Protocol version without sessions: each message names its version. */
export const SESSIONLESS_VERSION = "2026-07-28";
export const CLIENT = { name: "nightjar", version: "0.1.0" };

export const JsonRpcResponse = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string(), z.number()]),
  result: z.unknown().optional(),
  error: RpcError.optional(),
});

/** Request that a server sends during an exchange. */
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

/** Notification that the server's tools, resources or prompts have changed. */
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

/** Self-description of a server without sessions. */
export const DiscoverResult = z.object({
  supportedVersions: z.array(z.string().max(40)).max(100),
  capabilities: Capabilities,
});

/** Result type without sessions: it tells whether the result is complete. */
export const ResultKind = z.looseObject({
  resultType: z.string().max(100).default("complete"),
  /** Inputs that the server requires before it goes on. */
  inputRequests: z.record(z.string(), z.unknown()).default({}),
  /** Opaque state that the client returns unchanged. */
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
  /** The server declares that the tool changes nothing. */
  read_only: boolean;
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
