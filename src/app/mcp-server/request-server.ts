/** What tools, prompts and files of this server are made with: who asks, and the library's server of this request. */
import type { CallToolResult, McpServer, ServerContext } from "@modelcontextprotocol/server";
import { AppError } from "../../domain/errors.ts";
import type { ApiContext } from "../http/api.ts";
import { type Policy, refusalOf } from "../http/policy.ts";

/** One request's server: each is made anew, for who asks. */
export interface RequestServer {
  server: McpServer;
  context: ApiContext;
}

/** Adds what it offers, where who asks may have it. */
export type Offer = (served: RequestServer) => void | Promise<void>;

/** What a role or a key does not allow is not offered. */
export function mayUse({ context }: RequestServer, policy: Policy): boolean {
  return refusalOf(policy, context.get("principal")) === undefined;
}

/** The text for models, and the same as data for programs. */
export function toToolResult(text: string, structuredContent: Record<string, unknown>): CallToolResult {
  return { content: [{ type: "text", text }], structuredContent };
}

/** A refusal is a result that says what to do: models read it. What is not foreseen throws on. */
export async function orRefused(work: () => Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await work();
  } catch (problem) {
    if (!(problem instanceof AppError)) throw problem;
    return { content: [{ type: "text", text: problem.reason }], isError: true };
  }
}

/** Tells a client that wants to know what is being done. The number only has to grow. */
export function progressOf({ mcpReq }: ServerContext): (message: string) => Promise<void> {
  const progressToken = mcpReq._meta?.progressToken;
  let progress = 0;
  return async (message) => {
    if (progressToken === undefined) return;
    progress += 1;
    await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, message } });
  };
}
