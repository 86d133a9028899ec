/** Two tools that list and read the resources of all servers. Their content is never trusted. */
import { z } from "zod";
import type { Tool, ToolContext, ToolOutcome } from "../../agent/ports/tool.ts";
import { oneLine } from "../../domain/text/hidden-text.ts";
import { defineTool, toolError } from "../define-tool.ts";
import type { Files } from "../files/port.ts";
import { outcomeOfResource } from "./content/resource.ts";
import { formatListing } from "./content/resource-list.ts";
import { AskedInput } from "./input/asked-input.ts";
import type { AskDeps } from "./input/asking.ts";
import { callWithInput } from "./input/call-with-input.ts";
import { explain } from "./mcp-tool.ts";
import type { GivenInput, McpClient } from "./wire/client.ts";
import { contentsOf, listResources, readResource } from "./wire/offers.ts";

export interface ReachedServer {
  name: string;
  client(): Promise<McpClient>;
  /** Called with each failure. */
  onRefused(error: unknown): Promise<void>;
}

interface ResourceToolsDeps {
  /** Servers that have resources. */
  servers: readonly ReachedServer[];
  files: Pick<Files, "put">;
  now(): number;
}

/** No tools when no server has resources. */
export function resourceTools(deps: ResourceToolsDeps): Tool[] {
  return deps.servers.length === 0 ? [] : [listTool(deps), readTool(deps)];
}

const ListInput = z.object({ server: z.string().max(64).optional().describe("Absent: all of them") });

function listTool(deps: ResourceToolsDeps): Tool {
  return defineTool({
    name: "list_resources",
    description: `List what the MCP servers ${namesOf(deps)} have to read: addresses for read_resource.`,
    schema: ListInput,
    effect: "read",
    reach: "outside",
    personal: true,
    touches: () => ({ to: "nobody" }),
    shows: () => "list what your servers have to read",
    run: async ({ server }, context) => {
      const wanted = server === undefined ? deps.servers : deps.servers.filter(({ name }) => name === server);
      if (wanted.length === 0) return toolError(noSuch(deps));
      const lists = await Promise.all(wanted.map((each) => listOf(each, context)));
      const content = lists.map(({ text }) => text).join("\n\n");
      return { ok: true, content, trust: "untrusted", links: lists.flatMap(({ uris }) => uris) };
    },
  });
}

const ReadInput = z.object({
  server: z.string().max(64),
  uri: z.string().min(1).max(4_000).describe("As list_resources gives it, its {gaps} filled in"),
});

function readTool(deps: ResourceToolsDeps): Tool {
  return defineTool({
    name: "read_resource",
    description: `Read a resource of one of the MCP servers ${namesOf(deps)}.`,
    schema: ReadInput,
    effect: "read",
    reach: "outside",
    personal: true,
    // An address that the list did not give verbatim may lead anywhere and carry anything.
    touches: ({ uri }) => ({ to: "urls", urls: [uri] }),
    shows: ({ server, uri }) => `read ${oneLine(uri, 200)} of the server ${server}`,
    run: async ({ server, uri }, context): Promise<ToolOutcome> => {
      const wanted = deps.servers.find(({ name }) => name === server);
      if (!wanted) return toolError(noSuch(deps));
      try {
        const got = await readWithInput({ server, now: deps.now }, await wanted.client(), { uri, context });
        if ("parked" in got) return got;
        return await outcomeOfResource(got.result, { owner: context.owner, files: deps.files });
      } catch (error) {
        await wanted.onRefused(error);
        return { ok: false, error: explain(server, error), trust: "untrusted" };
      }
    },
  });
}

function readWithInput(
  deps: AskDeps,
  client: McpClient,
  { uri, context }: { uri: string; context: ToolContext },
) {
  const options = { signal: context.signal };
  const call = (given?: GivenInput) => {
    const asked = new AskedInput(given);
    return asked.during(() => readResource(client, uri, { ...options, given, elicit: asked.elicit }));
  };
  return callWithInput(deps, { client, options, call, resultOf: contentsOf }, context.resumed);
}

/** A server that does not answer is listed with its error. */
async function listOf(server: ReachedServer, { signal }: ToolContext): Promise<ListedResources> {
  try {
    const listing = await listResources(await server.client(), { signal });
    const uris = listing.resources.map(({ uri }) => uri);
    return { text: formatListing(server.name, listing), uris };
  } catch (error) {
    await server.onRefused(error);
    return { text: explain(server.name, error), uris: [] };
  }
}

interface ListedResources {
  text: string;
  /** Addresses that are not templates: they may be read unasked. */
  uris: string[];
}

function namesOf({ servers }: ResourceToolsDeps): string {
  return servers.map(({ name }) => name).join(", ");
}

function noSuch(deps: ResourceToolsDeps): string {
  return `There is no such server. Those that have something to read: ${namesOf(deps)}.`;
}
