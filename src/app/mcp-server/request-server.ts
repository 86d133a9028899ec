/** Server for one request: the tools, prompts and files offered to its caller. */
import type { CallToolResult, McpServer, ServerContext } from "@modelcontextprotocol/server";
import { AppError } from "../../domain/errors.ts";
import type { ApiContext } from "../http/api.ts";
import { type Policy, refusalOf } from "../http/policy.ts";
import type { CallAsTask } from "./tasks/protocol.ts";

/** The server of one request: each is made anew, for its caller. */
export interface RequestServer {
  server: McpServer;
  context: ApiContext;
  /** The client lists the tools: their descriptions are read. */
  isListing: boolean;
  call: CallAsTask;
}

/** Adds what it offers, if the caller may have it. */
export type Offer = (served: RequestServer) => void | Promise<void>;

/** Whether the caller's role and key allow it; offers that they do not allow are left out. */
export function mayUse({ context }: RequestServer, policy: Policy): boolean {
  return refusalOf(policy, context.get("principal")) === undefined;
}

/** The text for models, and the same as data for programs. */
export function toToolResult(text: string, structuredContent: Record<string, unknown>): CallToolResult {
  return { content: [{ type: "text", text }], structuredContent };
}

/** A refusal becomes a result that says what to do, because models read it. Unexpected errors are thrown on. */
export async function orRefused(work: () => Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await work();
  } catch (problem) {
    if (!(problem instanceof AppError)) throw problem;
    return { content: [{ type: "text", text: problem.reason }], isError: true };
  }
}

/** Reports progress to a client that asked for it. The number only has to grow. */
export function progressOf({ mcpReq }: ServerContext): (message: string) => Promise<void> {
  const progressToken = mcpReq._meta?.progressToken;
  let progress = 0;
  return async (message) => {
    if (progressToken === undefined) return;
    progress += 1;
    await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, message } });
  };
}
