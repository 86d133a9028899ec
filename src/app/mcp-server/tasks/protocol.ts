/** The tasks extension of 2026-07-28, whatever a task is: a call answers with a handle, by which its client asks for the result. */
import {
  type CallToolResult,
  type InputRequests,
  type McpServer,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { isRecord } from "../../../platform/json.ts";

const EXTENSION = "io.modelcontextprotocol/tasks";

/** Capability of a server that offers tasks. */
export const TASKS_EXTENSION = { [EXTENSION]: {} } as const;

/** A task as its client is told of it. */
export type TaskState = {
  taskId: string;
  createdAt: string;
  lastUpdatedAt: string;
  /** ms for which it can be asked for; null: without end. */
  ttlMs: number | null;
  pollIntervalMs: number;
  statusMessage?: string;
} & (
  | { status: "working" | "cancelled" }
  | { status: "input_required"; inputRequests: InputRequests }
  | { status: "completed"; result: CallToolResult }
  | { status: "failed"; error: { code: number; message: string } }
);

/** Tasks of the caller. Each method answers undefined or false for a task that is not the caller's. */
export interface Tasks {
  get(taskId: string, client: ClientAbilities): Promise<TaskState | undefined>;
  /** Takes in answers by the keys of `inputRequests`; those of other keys are left out. */
  update(taskId: string, answers: Readonly<Record<string, unknown>>): Promise<boolean>;
  /** Stops what runs; a task that has ended stays as it is. */
  cancel(taskId: string): Promise<boolean>;
}

/** Abilities that the client of a request declares. */
export interface ClientAbilities {
  tasks: boolean;
  forms: boolean;
  pages: boolean;
}

export function abilitiesOf({ mcpReq }: ServerContext): ClientAbilities {
  const { envelope } = mcpReq as { envelope?: Record<string, unknown> };
  const declared = envelope?.["io.modelcontextprotocol/clientCapabilities"];
  const { extensions, elicitation } = isRecord(declared) ? declared : {};
  const modes = isRecord(elicitation) ? elicitation : undefined;
  return {
    tasks: isRecord(extensions) && isRecord(extensions[EXTENSION]),
    // Elicitation without a mode means forms.
    forms: modes !== undefined && (isRecord(modes["form"]) || !isRecord(modes["url"])),
    pages: isRecord(modes?.["url"]),
  };
}

const Named = z.looseObject({ taskId: z.string().max(1_000) });

/** Answers for tasks: their states, what they want to know, their end. */
export function offerTasks({ server }: McpServer, tasks: Tasks): void {
  server.setRequestHandler("tasks/get", { params: Named }, async ({ taskId }, context) => {
    const state = await tasks.get(taskId, required(context));
    return state ?? unknown(taskId);
  });
  server.setRequestHandler("tasks/update", { params: Named }, async ({ taskId }, context) => {
    required(context);
    // The library takes the answers out of the parameters.
    return (await tasks.update(taskId, context.mcpReq.inputResponses ?? {})) ? {} : unknown(taskId);
  });
  server.setRequestHandler("tasks/cancel", { params: Named }, async ({ taskId }, context) => {
    required(context);
    return (await tasks.cancel(taskId)) ? {} : unknown(taskId);
  });
}

function required(context: ServerContext): ClientAbilities {
  const abilities = abilitiesOf(context);
  if (abilities.tasks) return abilities;
  throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: TASKS_EXTENSION } });
}

function unknown(taskId: string): never {
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is no task "${taskId.slice(0, 100)}", or it is not yours.`,
  );
}

/** The one call of a request: it may go on as a task, whose handle is then its answer. */
export class CallAsTask {
  private handle: object | undefined;

  /** The library knows results of tools alone, so what it is given is replaced by `answered`. */
  begun({ taskId, createdAt, lastUpdatedAt, ttlMs, pollIntervalMs }: TaskState): CallToolResult {
    const known = { taskId, createdAt, lastUpdatedAt, ttlMs, pollIntervalMs };
    this.handle = { resultType: "task", status: "working", ...known };
    return { content: [], isError: true };
  }

  /** The library's answer, with the handle in place of the result where the call has become a task. */
  async answered(response: Response): Promise<Response> {
    if (this.handle === undefined) return response;
    const { jsonrpc, id } = (await response.json()) as Record<string, unknown>;
    const headers = new Headers(response.headers);
    headers.delete("content-length");
    return new Response(JSON.stringify({ jsonrpc, id, result: this.handle }), { headers });
  }
}
