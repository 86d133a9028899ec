/** Tools of the suite, and a prompt, that want something of the client before they answer. */
import {
  acceptedContent,
  inputRequired,
  type McpServer,
  type RequestStateCodec,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { abilitiesOf } from "../../../../../src/app/mcp-server/tasks/protocol.ts";

type Requests = Record<string, ReturnType<typeof inputRequired.elicit>>;

const form = (message: string, field: string, type: "string" | "boolean" = "string") =>
  inputRequired.elicit({
    message,
    requestedSchema: {
      type: "object",
      properties: { [field]: type === "string" ? { type } : { type } },
      required: [field],
    },
  });
const said = (text: string) => ({
  role: "user" as const,
  content: { type: "text" as const, text },
});
const sampling = (words: string, maxTokens: number) =>
  inputRequired.createMessage({ messages: [said(words)], maxTokens });

const NAME: Requests = { user_name: form("What is your name?", "name") };
const CAPITAL: Requests = { capital_question: sampling("What is the capital of France?", 100) };
const ROOTS: Requests = { client_roots: inputRequired.listRoots() };
const GREETING: Requests = { greeting: sampling("Generate a greeting", 50) };
const CONFIRM: Requests = { confirm: form("Please confirm", "ok", "boolean") };
const STEPS: Requests[] = [
  { step1: form("Step 1: What is your name?", "name") },
  { step2: form("Step 2: What is your favorite color?", "color") },
];

const done = (text: string) => ({ content: [{ type: "text" as const, text }] });

/** Checks that each request has been answered, and each form with the fields that it asks for. */
function isAnswered({ mcpReq }: ServerContext, requests: Requests): boolean {
  return Object.entries(requests).every(([key, { method, params }]) => {
    if (method !== "elicitation/create") return mcpReq.inputResponses?.[key] !== undefined;
    const required =
      (params as { requestedSchema?: { required?: string[] } }).requestedSchema?.required ?? [];
    const content = acceptedContent(mcpReq.inputResponses, key);
    return content !== undefined && required.every((field) => field in content);
  });
}

export function offerAsking(server: McpServer, state: RequestStateCodec<string>): void {
  const plain = (name: string, inputRequests: Requests) =>
    server.registerTool(`test_input_required_result_${name}`, { description: "Asks first." }, (context) =>
      isAnswered(context, inputRequests)
        ? done(`Hello, ${JSON.stringify(context.mcpReq.inputResponses)}`)
        : inputRequired({ inputRequests }),
    );
  plain("elicitation", NAME);
  plain("sampling", CAPITAL);
  plain("list_roots", ROOTS);
  const remembering = (name: string, rounds: Requests[]) =>
    server.registerTool(
      `test_input_required_result_${name}`,
      { description: "Asks first." },
      async (context) => {
        const round = Number(context.mcpReq.requestState() ?? 0);
        const isDone = round > 0 && isAnswered(context, rounds[round - 1] ?? {});
        const next = round === 0 || isDone ? rounds[round] : rounds[round - 1];
        if (next === undefined) return done("state-ok");
        const at = String(round === 0 || isDone ? round + 1 : round);
        return inputRequired({ inputRequests: next, requestState: await state.mint(at, context) });
      },
    );
  remembering("request_state", [CONFIRM]);
  remembering("tampered_state", [CONFIRM]);
  remembering("multiple_inputs", [{ ...NAME, ...GREETING, ...ROOTS }]);
  remembering("multi_round", STEPS);
  offerByCapability(server);
  const context: Requests = { user_context: form("What context should the prompt use?", "context") };
  server.registerPrompt("test_input_required_result_prompt", { description: "Asks first." }, (asked) =>
    isAnswered(asked, context)
      ? { messages: [said(`Context: ${JSON.stringify(asked.mcpReq.inputResponses)}`)] }
      : inputRequired({ inputRequests: context }),
  );
}

/** Asks only for what the client says that it can do. */
function offerByCapability(server: McpServer): void {
  const description = "Asks for what the client can do.";
  server.registerTool("test_input_required_result_capabilities", { description }, (context) => {
    const { forms } = abilitiesOf(context);
    return inputRequired({ inputRequests: forms ? NAME : GREETING });
  });
  server.registerTool("test_streaming_elicitation", { description }, async ({ mcpReq }) => {
    await mcpReq.notify({ method: "notifications/progress", params: { progressToken: "own", progress: 1 } });
    return inputRequired({ inputRequests: NAME });
  });
  server.registerTool("test_missing_capability", { description }, () =>
    inputRequired({ inputRequests: CAPITAL }),
  );
}
