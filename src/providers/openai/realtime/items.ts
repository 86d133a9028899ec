/** Encodes a conversation as the items of a realtime session. */
import type {
  AssistantBlock,
  FileBlock,
  ImageBlock,
  ModelMessage,
  TextBlock,
  ToolResultBlock,
  UserBlock,
} from "../../../agent/ports/model.ts";
import { oneLine } from "../../../domain/text/hidden-text.ts";
import { withMediaApart } from "../../prompt/media-apart.ts";
import { repairPrompt } from "../../prompt/repair.ts";
import type { ProviderCall } from "../../provider.ts";
import { isObject, type JsonObject, listIn, textIn } from "../../wire/json.ts";
import { sentArguments } from "../../wire/tool-arguments.ts";
import { wireCallId } from "../../wire/tool-ids.ts";
import { samplesOf } from "./recording.ts";

export interface WantedItem {
  /** Equal for items that mean the same to the model. */
  key: string;
  /** Makes the wire's item, without its id. */
  item(): JsonObject;
}

/** Takes words for the person. */
type Tell = (text: string) => void;

export function itemsOf({ request, model }: ProviderCall, tell: Tell): WantedItem[] {
  const { messages } = withMediaApart(repairPrompt(request));
  return messages.flatMap((message) => itemsOfMessage(message, model.id, tell));
}

/** Key of an item that the model itself has made. */
export function keyOfMade(item: JsonObject): string | undefined {
  if (item["status"] === "incomplete") return undefined;
  if (item["type"] === "function_call") return callKey(textIn(item, "call_id"));
  if (item["type"] !== "message") return undefined;
  const words = listIn(item, "content").filter(isObject);
  return wordsKey(words.map((part) => textIn(part, "transcript") || textIn(part, "text")).join(""));
}

function itemsOfMessage(message: ModelMessage, model: string, tell: Tell): WantedItem[] {
  switch (message.role) {
    case "user":
      return userItems(message.content, tell);
    case "tool":
      return message.content.map((block) => resultItem(block, model));
    case "assistant":
      return assistantItems(message.content, model);
  }
}

/** Blocks that later requests leave out are an item of their own: the others then stay in the session. */
function userItems(content: readonly UserBlock[], tell: Tell): WantedItem[] {
  const isPassing = (block: UserBlock) => block.type === "text" && block.is_passing === true;
  const parts = [content.filter((block) => !isPassing(block)), content.filter(isPassing)];
  return parts.filter((blocks) => blocks.length > 0).map((blocks) => userItem(blocks, tell));
}

function userItem(blocks: readonly UserBlock[], tell: Tell): WantedItem {
  return {
    key: `user ${JSON.stringify(blocks.map(keyOfBlock))}`,
    item: () => ({
      type: "message",
      role: "user",
      content: blocks.map((block) => userPart(block, tell)),
    }),
  };
}

const KEY_SIGNS = 48;

/** Media is known by its length and its ends. */
function keyOfBlock(block: UserBlock): string {
  if (block.type === "text") return block.text;
  const { data, media_type } = block;
  return [media_type, data.length, data.slice(0, KEY_SIGNS), data.slice(-KEY_SIGNS)].join(" ");
}

function userPart(block: UserBlock, tell: Tell): JsonObject {
  switch (block.type) {
    case "text":
      return textPart(block.text);
    case "image":
      return imagePart(block, tell);
    case "audio":
      return soundPart(block, tell);
    case "file":
      return textPart(`[${oneLine(block.name)}: this model cannot take files]`);
  }
}

function textPart(text: string): JsonObject {
  return { type: "input_text", text };
}

const PICTURES: ReadonlySet<string> = new Set(["image/png", "image/jpeg"]);
const NO_PICTURE = "This model takes PNG and JPEG images only, so it was asked without the image.";
const NO_SOUND = "This model takes WAV recordings only, so it was asked without the recording.";

function imagePart({ media_type, data }: ImageBlock, tell: Tell): JsonObject {
  if (PICTURES.has(media_type))
    return { type: "input_image", image_url: `data:${media_type};base64,${data}` };
  tell(NO_PICTURE);
  return textPart("[an image: this model takes only PNG and JPEG]");
}

function soundPart({ name, data }: FileBlock, tell: Tell): JsonObject {
  const audio = samplesOf(data);
  if (audio !== undefined) return { type: "input_audio", audio };
  tell(NO_SOUND);
  return textPart(`[${oneLine(name)}: this model takes only WAV recordings]`);
}

function resultItem(block: ToolResultBlock, model: string): WantedItem {
  const call_id = wireCallId(block, model);
  const output = block.is_error ? `Error: ${block.content}` : block.content;
  return {
    key: `result ${call_id} ${output}`,
    item: () => ({ type: "function_call_output", call_id, output }),
  };
}

/** Texts that follow each other are one message, as the model wrote them. Thinking is the provider's own. */
function assistantItems(content: readonly AssistantBlock[], model: string): WantedItem[] {
  const items: WantedItem[] = [];
  let words: TextBlock[] = [];
  const close = () => {
    if (words.length > 0) items.push(wordsItem(words.map(({ text }) => text).join("")));
    words = [];
  };
  for (const block of content) {
    if (block.type === "text") words.push(block);
    if (block.type !== "tool_call") continue;
    close();
    items.push(callItem(block, model));
  }
  close();
  return items;
}

function wordsItem(text: string): WantedItem {
  return {
    key: wordsKey(text),
    item: () => ({ type: "message", role: "assistant", content: [{ type: "output_text", text }] }),
  };
}

function callItem(block: Extract<AssistantBlock, { type: "tool_call" }>, model: string): WantedItem {
  const call_id = wireCallId(block, model);
  const { name, input } = block;
  return {
    key: callKey(call_id),
    item: () => ({
      type: "function_call",
      call_id,
      name,
      arguments: JSON.stringify(sentArguments(input)),
    }),
  };
}

function wordsKey(text: string): string {
  return `assistant ${text.trim()}`;
}

function callKey(call_id: string): string {
  return `call ${call_id}`;
}
