/** Resources, which can be read, and prompts, which people use: a server's offers beside its tools. */
import { z } from "zod";
import { oneLine, shownText } from "../../../domain/text/hidden-text.ts";
import type { Answer, AskedOptions, CallOptions, LeftOutTool, McpClient } from "./client.ts";
import { Content, Cursor, ResourceContent } from "./protocol.ts";
import { McpError, UNKNOWN_METHOD } from "./refusal.ts";

interface McpPrompt {
  name: string;
  description: string;
  arguments: { name: string; description: string; required: boolean }[];
}

/** Stored with the server. */
export interface McpOffers {
  /** The server has resources. */
  resources: boolean;
  prompts: McpPrompt[];
  /** Tools that the server lists and that are not offered, each with the reason. Absent: none, or not known yet. */
  left_out?: LeftOutTool[];
}

export interface McpResource {
  /** Address; a template's has gaps, as in `shop://orders/{id}`. */
  uri: string;
  name: string;
  description: string;
  media_type: string | undefined;
}

/** Text cut to a length; other values count as absent. */
const words = (most: number) =>
  z
    .string()
    .transform((text) => text.slice(0, most))
    .nullish()
    .catch(undefined);
const Described = z.object({ name: words(300), title: words(300), description: words(4_000) });
const ListedResource = Described.extend({ uri: z.string().min(1).max(4_000), mimeType: words(200) });
const ListedTemplate = Described.extend({ uriTemplate: z.string().min(1).max(4_000), mimeType: words(200) });
const ListedArgument = z.object({
  name: z.string().min(1).max(200),
  description: words(1_000),
  required: z.boolean().nullish().catch(undefined),
});
const ListedPrompt = Described.extend({
  name: z.string().min(1).max(200),
  /** An odd one costs itself. */
  arguments: z
    .array(z.unknown())
    .nullish()
    .catch(undefined)
    .transform((args) =>
      (args ?? []).slice(0, 30).flatMap((each) => ListedArgument.safeParse(each).data ?? []),
    ),
});
const Page = z.looseObject({ nextCursor: Cursor });

const MAX_PAGES = 20;
const MAX_LISTED = 500;
const MAX_PROMPTS = 100;

/** Throws an McpError. */
export async function offersOf(client: McpClient, options: CallOptions): Promise<McpOffers> {
  const { resources, prompts } = await client.capabilities(options);
  return {
    resources: resources !== undefined && (await hasResources(client, options)),
    prompts: prompts === undefined ? [] : await listPrompts(client, options),
  };
}

async function hasResources(client: McpClient, options: CallOptions): Promise<boolean> {
  const { resources, templates } = await listResources(client, options, 1);
  return resources.length + templates.length > 0;
}

/** Lists the resources; unreadable entries are left out. Throws an McpError. */
export async function listResources(
  client: McpClient,
  options: CallOptions,
  most = MAX_LISTED,
): Promise<{ resources: McpResource[]; templates: McpResource[] }> {
  const listing = { client, options, most };
  const listed = await pagesOf(listing, "resources/list", "resources");
  const templates = await pagesOf(listing, "resources/templates/list", "resourceTemplates").catch(none);
  return { resources: listed.flatMap(resourceOf), templates: templates.flatMap(templateOf) };
}

/** An empty list when the server does not know templates, which few do. */
function none(error: unknown): unknown[] {
  if (error instanceof McpError && (error.kind === "refused" || error.code === UNKNOWN_METHOD)) return [];
  throw error;
}

/** Throws an McpError. */
export async function readResource(
  client: McpClient,
  uri: string,
  options: AskedOptions,
): Promise<Answer<ResourceContent[]>> {
  const round = await client.asked("resources/read", { uri }, options);
  return "result" in round ? { result: contentsOf(round.result) } : round;
}

/** Throws an McpError. */
export function contentsOf(result: unknown): ResourceContent[] {
  const read = ReadResourceResult.safeParse(result);
  if (!read.success) throw new McpError("protocol", "The server's resource is not one of this protocol.");
  return read.data.contents;
}

const ReadResourceResult = z.object({
  contents: z
    .union([z.array(ResourceContent), ResourceContent.transform((one) => [one])])
    .transform((all) => all.slice(0, 100)),
});

async function listPrompts(client: McpClient, options: CallOptions): Promise<McpPrompt[]> {
  const listed = await pagesOf({ client, options, most: MAX_PROMPTS }, "prompts/list", "prompts");
  return listed.flatMap(promptOf);
}

/** A prompt of a server with its arguments. */
export interface ChosenPrompt {
  name: string;
  arguments: Record<string, string>;
}

/** The prompt's messages as one text. Throws an McpError. */
export async function getPrompt(
  client: McpClient,
  { name, arguments: args }: ChosenPrompt,
  options: AskedOptions,
): Promise<Answer<string>> {
  const round = await client.asked("prompts/get", { name, arguments: args }, options);
  return "result" in round ? { result: promptTextOf(round.result) } : round;
}

/** Throws an McpError. */
export function promptTextOf(result: unknown): string {
  const got = GetPromptResult.safeParse(result);
  if (!got.success) throw new McpError("protocol", "The server's prompt is not one of this protocol.");
  return shownText(got.data.messages.map(textOfMessage).join("\n\n")).text;
}

const PromptMessage = z.object({
  role: z.enum(["user", "assistant"]).catch("user"),
  content: z
    .unknown()
    .transform((content) =>
      (Array.isArray(content) ? content : [content]).map((part) => Content.parse(part)),
    ),
});
const GetPromptResult = z.object({
  messages: z.array(PromptMessage).transform((messages) => messages.slice(0, 100)),
});

function textOfMessage({ role, content }: z.output<typeof PromptMessage>): string {
  const text = content.map(wordsOf).join("\n\n");
  return role === "assistant" ? `Assistant: ${text}` : text;
}

function wordsOf(content: z.output<typeof Content>): string {
  switch (content.type) {
    case "text":
      return content.text;
    case "resource":
      return content.resource.text ?? `[${content.resource.uri}]`;
    case "resource_link":
      return `${content.name ?? "link"}: ${content.uri}`;
    case "image":
    case "audio":
      return `[${content.type} left out]`;
  }
}

interface ListingRequest {
  client: McpClient;
  options: CallOptions;
  most: number;
}

async function pagesOf(
  { client, options, most }: ListingRequest,
  method: string,
  key: string,
): Promise<unknown[]> {
  const found: unknown[] = [];
  const cursors = new Set<string | undefined>();
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES && found.length < most && !cursors.has(cursor); page++) {
    cursors.add(cursor);
    const result = Page.safeParse(await client.call(method, cursor === undefined ? {} : { cursor }, options));
    const items = result.success ? (result.data[key] ?? []) : undefined;
    if (!result.success || !Array.isArray(items))
      throw new McpError("protocol", `The server's answer to ${method} is not one of this protocol.`);
    found.push(...items.slice(0, most));
    cursor = result.data.nextCursor;
    if (cursor === undefined) break;
  }
  return found.slice(0, most);
}

function resourceOf(listed: unknown): McpResource[] {
  const { data } = ListedResource.safeParse(listed);
  return data ? [{ uri: data.uri, ...described(data), media_type: data.mimeType ?? undefined }] : [];
}

function templateOf(listed: unknown): McpResource[] {
  const { data } = ListedTemplate.safeParse(listed);
  return data ? [{ uri: data.uriTemplate, ...described(data), media_type: data.mimeType ?? undefined }] : [];
}

function promptOf(listed: unknown): McpPrompt[] {
  const { data } = ListedPrompt.safeParse(listed);
  if (!data) return [];
  const args = data.arguments.map(({ name, description, required }) => ({
    name,
    description: oneLine(description ?? ""),
    required: required ?? false,
  }));
  return [{ name: data.name, description: described(data).description, arguments: args }];
}

function described({ name, title, description }: z.output<typeof Described>) {
  return { name: oneLine(title || name || ""), description: oneLine(description ?? "") };
}
