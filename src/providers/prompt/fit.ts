/** Removes from a request what its model cannot take, and reports it. */
import type {
  AssistantBlock,
  MediaBlock,
  ModelInfo,
  ModelMessage,
  ModelRequest,
  ToolResultBlock,
  UserBlock,
} from "../../agent/ports/model.ts";
import { oneLine } from "../../domain/text/hidden-text.ts";
import { isReadableText, textOfFile } from "./text-files.ts";

interface FittedRequest {
  request: ModelRequest;
  /** Kinds removed from the newest messages, for the notice: "images", "recordings", "files". */
  left_out: string[];
}

type Capabilities = ModelInfo["capabilities"];

const NAMES = { image: "images", audio: "recordings", file: "files" } as const;

/** `takes` decides which files the model takes; by default those of the kinds that it can. */
export function fitRequest(
  request: ModelRequest,
  capabilities: Capabilities,
  takes: (block: MediaBlock) => boolean = ({ type }) => capabilities[type],
): FittedRequest {
  const left_out = new Set<string>();
  const messages = request.messages.map((message, index) => {
    const dropName = (name: string) => index >= request.history_length && left_out.add(name);
    return fitMessage(message, { capabilities, takes }, dropName);
  });
  const changed = messages.some((message, index) => message !== request.messages[index]);
  const fit = changed ? { ...request, messages } : request;
  const plain = capabilities.tool || fit.tools.length === 0 ? fit : { ...fit, tools: [] };
  return { request: plain, left_out: [...left_out] };
}

interface Able {
  capabilities: Capabilities;
  takes(block: MediaBlock): boolean;
}

function fitMessage(
  message: ModelMessage,
  { capabilities, takes }: Able,
  leave: (name: string) => void,
): ModelMessage {
  switch (message.role) {
    case "user":
      return fitUser(message, takes, leave);
    case "assistant":
      return capabilities.tool ? message : { role: "assistant", content: message.content.map(spelled) };
    case "tool":
      return capabilities.tool
        ? fitResults(message, takes, leave)
        : fitUser({ role: "user", content: message.content.flatMap(quoteResult) }, takes, leave);
  }
}

/** A tool result as text, for a model without tools. */
function quoteResult({ name, content, media = [] }: ToolResultBlock): UserBlock[] {
  return [words(`[result of ${name}]\n${content}`), ...media];
}

function fitResults(
  message: Extract<ModelMessage, { role: "tool" }>,
  takes: Able["takes"],
  leave: (name: string) => void,
): ModelMessage {
  if (message.content.every(({ media = [] }) => media.every(takes))) return message;
  return { role: "tool", content: message.content.map((result) => fitResult(result, takes, leave)) };
}

function fitResult(
  { media = [], ...result }: ToolResultBlock,
  takes: Able["takes"],
  leave: (name: string) => void,
): ToolResultBlock {
  const taken = media.filter(takes);
  const lines = media.filter((block) => !takes(block)).map((block) => leftOut(block, leave));
  const content = [result.content, ...lines].join("\n");
  return { ...result, content, ...(taken.length > 0 && { media: taken }) };
}

function leftOut(block: MediaBlock, leave: (name: string) => void): string {
  leave(NAMES[block.type]);
  const what = block.type === "image" ? "an image" : oneLine(block.name);
  return `[${what}: this model cannot take ${NAMES[block.type]}]`;
}

function fitUser(
  message: Extract<ModelMessage, { role: "user" }>,
  takes: Able["takes"],
  leave: (name: string) => void,
): ModelMessage {
  if (message.content.every((block) => block.type === "text")) return message;
  const content = message.content.map((block): UserBlock => {
    if (block.type === "text") return block;
    // Text in a file needs no capability.
    if (block.type === "file" && isReadableText(block.media_type)) return textOfFile(block);
    if (takes(block)) return block;
    return words(leftOut(block, leave));
  });
  return content.every((block, index) => block === message.content[index])
    ? message
    : { role: "user", content };
}

/** A tool call as text, for a model without tools. */
function spelled(block: AssistantBlock): AssistantBlock {
  if (block.type !== "tool_call") return block;
  return words(`[called ${block.name} with ${JSON.stringify(block.input)}]`);
}

function words(text: string): { type: "text"; text: string } {
  return { type: "text", text };
}
