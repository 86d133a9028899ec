/** A tool that reads the prompts of all servers. Their words are never trusted. */
import { z } from "zod";
import type { Tool, ToolContext, ToolOutcome } from "../../agent/ports/tool.ts";
import { oneLine } from "../../domain/text/hidden-text.ts";
import { defineTool, toolError } from "../define-tool.ts";
import { AskedInput } from "./input/asked-input.ts";
import { callWithInput } from "./input/call-with-input.ts";
import { explain } from "./mcp-tool.ts";
import type { ReachedServer } from "./resource-tools.ts";
import type { GivenInput } from "./wire/client.ts";
import { type ChosenPrompt, getPrompt, type McpOffers, promptTextOf } from "./wire/offers.ts";

interface PromptServer extends ReachedServer {
  prompts: McpOffers["prompts"];
}

interface PromptToolsDeps {
  /** Servers that have prompts. */
  servers: readonly PromptServer[];
  now(): number;
}

/** No tool when no server has prompts. */
export function promptTools(deps: PromptToolsDeps): Tool[] {
  return deps.servers.length === 0 ? [] : [readPrompt(deps)];
}

const Input = z.object({
  server: z.string().max(64),
  name: z.string().max(200),
  arguments: z.record(z.string(), z.string().max(4_000)).default({}),
});

const MOST_NAMED = 30;

function readPrompt(deps: PromptToolsDeps): Tool {
  return defineTool({
    name: "read_prompt",
    description: `Read a prompt that an MCP server has written for a task, when the person asks for it. There are: ${namesOf(deps)}.`,
    schema: Input,
    effect: "read",
    reach: "outside",
    personal: true,
    touches: ({ server, name }) => ({
      to: "elsewhere",
      what: `read the prompt ${name} of the server ${server}`,
    }),
    shows: ({ server, name }) => `read the prompt ${oneLine(name, 100)} of the server ${server}`,
    run: async ({ server, ...prompt }, context): Promise<ToolOutcome> => {
      const wanted = deps.servers.find(({ name }) => name === server);
      if (!wanted?.prompts.some(({ name }) => name === prompt.name))
        return toolError(`There is no such prompt. There are: ${namesOf(deps)}.`);
      try {
        return await read(deps, wanted, { prompt, context });
      } catch (error) {
        await wanted.onRefused(error);
        return { ok: false, error: explain(server, error), trust: "untrusted" };
      }
    },
  });
}

async function read(
  { now }: PromptToolsDeps,
  server: PromptServer,
  { prompt, context }: { prompt: ChosenPrompt; context: ToolContext },
): Promise<ToolOutcome> {
  const client = await server.client();
  const options = { signal: context.signal };
  const call = (given?: GivenInput) => {
    const asked = new AskedInput(given);
    return asked.during(() => getPrompt(client, prompt, { ...options, given, elicit: asked.elicit }));
  };
  const made = { client, options, call, resultOf: promptTextOf };
  const got = await callWithInput({ server: server.name, now }, made, context.resumed);
  return "parked" in got ? got : { ok: true, content: got.result, trust: "untrusted" };
}

function namesOf({ servers }: PromptToolsDeps): string {
  const named = servers.flatMap(({ name: server, prompts }) =>
    prompts.map(({ name, arguments: args }) => {
      const given = args.map(({ name: arg, required }) => (required ? arg : `${arg}?`)).join(", ");
      return `${server}: ${oneLine(name, 100)}(${given})`;
    }),
  );
  return named.slice(0, MOST_NAMED).join("; ");
}
