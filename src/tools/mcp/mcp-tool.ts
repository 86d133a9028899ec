/** A tool of a server as a tool of ours: `mcp_{server}_{tool}`. What it says is never trusted. */
import type { Tool, ToolOutcome } from "../../agent/ports/tool.ts";
import { type Files, mediaPart } from "../files/port.ts";
import { fingerprint } from "./acceptance.ts";
import type { McpClient } from "./client.ts";
import type { CallContent, CallResult, McpTool } from "./protocol.ts";
import { McpError } from "./transport.ts";

const MAX_NAME = 64;
const MAX_DESCRIPTION = 2000;
const TIMEOUT = 60_000;

export interface McpToolDeps {
  server: string;
  client(): Promise<McpClient>;
  files: Pick<Files, "put">;
  /** Told of each failure. */
  refused(error: unknown): Promise<void>;
}

export function mcpTool(deps: McpToolDeps, tool: McpTool): Tool {
  const { server } = deps;
  return {
    name: toolName(server, tool.name),
    description: `[${server}] ${tool.description.slice(0, MAX_DESCRIPTION)}`,
    input: { json: tool.input, parse: parseObject },
    effect: tool.read_only ? "read" : "once",
    reach: "outside",
    personal: true,
    touches: () =>
      tool.read_only
        ? { to: "nobody" }
        : { to: "elsewhere", what: `use ${tool.name} of the server ${server}` },
    timeout_ms: TIMEOUT,
    async run(input, { owner, signal, progress }) {
      try {
        const client = await deps.client();
        return await outcomeOf(
          await client.callTool(tool.name, input, { signal, progress }),
          owner,
          deps.files,
        );
      } catch (error) {
        await deps.refused(error);
        return { ok: false, error: explain(server, error), trust: "untrusted" };
      }
    },
  };
}

/** Letters, digits, `_` and `-`; a long name keeps its end, where tools differ. */
export function toolName(server: string, tool: string): string {
  const name = `mcp_${server}_${tool.replace(/[^A-Za-z0-9_-]+/g, "_")}`;
  return name.length <= MAX_NAME ? name : `mcp_${server.slice(0, 16)}_${name.slice(-(MAX_NAME - 21))}`;
}

/** The server checks the rest against its own schema, and says what is wrong. */
function parseObject(value: unknown) {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject
    ? { ok: true as const, value }
    : { ok: false as const, problem: "The arguments must be an object." };
}

function explain(server: string, error: unknown): string {
  if (!(error instanceof McpError)) throw error;
  if (error.kind === "unauthorized")
    return `${server} wants its owner to sign in again: see the MCP servers in the settings.`;
  return `${server}: ${error.message}`;
}

async function outcomeOf(result: CallResult, owner: string, files: Pick<Files, "put">): Promise<ToolOutcome> {
  const text = textOf(result);
  if (result.isError)
    return { ok: false, error: text || "The tool failed without saying why.", trust: "untrusted" };
  const media = [];
  for (const content of result.content) {
    if (content.type !== "image" && content.type !== "audio") continue;
    media.push(mediaPart(await files.put(owner, fileOf(content))));
  }
  return { ok: true, content: text || "(no text)", trust: "untrusted", ...(media.length > 0 && { media }) };
}

/** Structured content comes after the texts, unless one of them is the same, as the protocol advises servers. */
function textOf({ content, structuredContent }: CallResult): string {
  const texts = content.flatMap(textOfContent);
  if (!structuredContent || texts.some((text) => isSameJson(text, structuredContent)))
    return texts.join("\n\n");
  return [...texts, JSON.stringify(structuredContent)].join("\n\n");
}

function isSameJson(text: string, value: object): boolean {
  if (!text.trimStart().startsWith("{")) return false;
  try {
    return fingerprint(JSON.parse(text)) === fingerprint(value);
  } catch {
    return false;
  }
}

function textOfContent(content: CallContent): string[] {
  switch (content.type) {
    case "text":
      return [content.text];
    case "resource_link":
      return [`${content.name}: ${content.uri}`];
    case "resource":
      return [
        content.resource.text ?? `[${content.resource.mimeType ?? "resource"} ${content.resource.uri}]`,
      ];
    case "image":
    case "audio":
      return [`[${content.type} in the message]`];
  }
}

const MEDIA = /^(image\/(png|jpeg|gif|webp)|audio\/[\w.+-]+)$/;

function fileOf({ type, data, mimeType }: { type: string; data: string; mimeType: string }) {
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  const media_type = MEDIA.test(mimeType) ? mimeType : "application/octet-stream";
  return { name: `${type}.${mimeType.split("/")[1]?.replace(/\W.*/, "") ?? "bin"}`, media_type, bytes };
}
