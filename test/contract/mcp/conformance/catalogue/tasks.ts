/** Tools of the suite that go on as tasks, which live as long as this process. */
import type { CallToolResult, InputRequests, McpServer, ServerContext } from "@modelcontextprotocol/server";
import { inputRequired } from "@modelcontextprotocol/server";
import { z } from "zod";
import {
  abilitiesOf,
  type CallAsTask,
  offerTasks,
  type TaskState,
  type Tasks,
} from "../../../../../src/app/mcp-server/tasks/protocol.ts";

interface Job {
  begun: number;
  /** ms until it ends by itself. */
  lasts: number;
  wants: InputRequests;
  end: "result" | "error" | "protocol_error";
  says: string;
  cancelled: boolean;
}

const jobs = new Map<string, Job>();

function headOf(taskId: string, { begun }: Job) {
  const createdAt = new Date(begun).toISOString();
  return { taskId, createdAt, lastUpdatedAt: createdAt, ttlMs: 60_000, pollIntervalMs: 100 };
}

function stateOf(taskId: string, job: Job): TaskState {
  const head = headOf(taskId, job);
  if (job.cancelled) return { ...head, status: "cancelled" };
  if (Object.keys(job.wants).length > 0)
    return { ...head, status: "input_required", inputRequests: job.wants };
  if (Date.now() < job.begun + job.lasts) return { ...head, status: "working" };
  if (job.end === "protocol_error")
    return { ...head, status: "failed", error: { code: -32603, message: job.says } };
  const content = [{ type: "text" as const, text: job.says }];
  return { ...head, status: "completed", result: { content, ...(job.end === "error" && { isError: true }) } };
}

const tasks: Tasks = {
  get: async (taskId) => {
    const job = jobs.get(taskId);
    return job && stateOf(taskId, job);
  },
  update: async (taskId, answers) => {
    const job = jobs.get(taskId);
    for (const key of Object.keys(answers)) delete job?.wants[key];
    return job !== undefined;
  },
  cancel: async (taskId) => {
    const job = jobs.get(taskId);
    if (job && stateOf(taskId, job).status === "working") job.cancelled = true;
    if (job && Object.keys(job.wants).length > 0) job.cancelled = true;
    return job !== undefined;
  },
};

const JOB: Omit<Job, "begun"> = { lasts: 0, wants: {}, end: "result", says: "Done.", cancelled: false };

export function offerTaskTools(server: McpServer, call: CallAsTask): void {
  offerTasks(server, tasks);
  const begin = (job: Partial<Job>, context: ServerContext): CallToolResult => {
    const made = { ...JOB, ...job, begun: Date.now() };
    const taskId = `job-${jobs.size + 1}`;
    if (!abilitiesOf(context).tasks) return { content: [{ type: "text", text: made.says }] };
    jobs.set(taskId, made);
    return call.begun(stateOf(taskId, made));
  };
  const name = { description: "Greets.", inputSchema: z.object({ name: z.string() }) };
  server.registerTool("greet", name, (input) => ({
    content: [{ type: "text", text: `Hello, ${input.name}!` }],
  }));
  const slow = z.object({ seconds: z.number(), label: z.string().optional() });
  server.registerTool(
    "slow_compute",
    { description: "Takes a while.", inputSchema: slow },
    (input, context) =>
      begin({ lasts: input.seconds * 1_000, says: `Computed ${input.label ?? ""}` }, context),
  );
  server.registerTool("failing_job", { description: "Fails." }, (context) =>
    begin({ lasts: 500, end: "error", says: "It failed." }, context),
  );
  server.registerTool("protocol_error_job", { description: "Breaks." }, (context) =>
    begin({ lasts: 100, end: "protocol_error", says: "It broke." }, context),
  );
  offerAskingTasks(server, begin);
}

const wanted = (message: string, field: string) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: "object", properties: { [field]: { type: "string" } }, required: [field] },
  });

function offerAskingTasks(
  server: McpServer,
  begin: (job: Partial<Job>, context: ServerContext) => CallToolResult,
): void {
  const file = { description: "Asks first.", inputSchema: z.object({ filename: z.string() }) };
  server.registerTool("confirm_delete", file, ({ filename }, context) =>
    begin({ wants: { confirm: wanted(`Delete ${filename}?`, "confirm") } }, context),
  );
  server.registerTool("multi_input", { description: "Asks twice." }, (context) =>
    begin(
      {
        wants: { name: wanted("Your name?", "name"), sure: wanted("Sure?", "confirm") },
      },
      context,
    ),
  );
  server.registerTool("test_tool_with_task", { description: "Asks, and goes on as a task." }, (context) => {
    const given = context.mcpReq.inputResponses?.["user_name"];
    return given === undefined
      ? inputRequired({ inputRequests: { user_name: wanted("Your name?", "name") } })
      : begin({ says: `Hello, ${JSON.stringify(given)}` }, context);
  });
}
