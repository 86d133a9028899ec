/** Files of an answer: pictures that stand in its JSON as data URLs or in base64. */
import type { ProviderDelta } from "../provider.ts";
import type { JsonObject } from "../wire/json.ts";
import { isObject, listIn, objectIn, textIn } from "../wire/json.ts";

const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+)(?:;[\w=.-]+)*;base64,/;
const BASE64 = /^[A-Za-z0-9+/_=\s-]+$/;

/** In `images`, in a list of parts, or in one part. */
export function filesIn(message: JsonObject): ProviderDelta[] {
  const parts = [...listIn(message, "images"), ...listIn(message, "content"), ...listIn(message, "parts")];
  return parts.flatMap((part) =>
    isObject(part) ? fileOf(part) : typeof part === "string" ? fileAt(part) : [],
  );
}

/** `{image_url: {url}}`, `{b64_json}`, Google's `inline_data`, Anthropic's `source`, or the Responses API's item. */
export function fileOf(part: JsonObject): ProviderDelta[] {
  const inline = objectIn(part, "inline_data") ?? objectIn(part, "inlineData") ?? objectIn(part, "source");
  const type =
    inline && (textIn(inline, "mime_type") || textIn(inline, "mimeType") || textIn(inline, "media_type"));
  if (inline && type) return fileWith(type, textIn(inline, "data"));
  const url = textIn(objectIn(part, "image_url") ?? part, "url") || textIn(part, "image_url");
  if (url !== "") return fileAt(url);
  const given =
    textIn(part, "b64_json") || (part["type"] === "image_generation_call" ? textIn(part, "result") : "");
  return given === "" ? [] : fileWith(`image/${textIn(part, "output_format") || "png"}`, given);
}

/** A picture at an address of the web is shown where it stands: nothing is fetched for it. */
function fileAt(url: string): ProviderDelta[] {
  const head = DATA_URL.exec(url);
  if (head) return fileWith(head[1] ?? "", url.slice(head[0].length));
  return /^https?:\/\/[^\s()<>]+$/.test(url) ? [{ type: "text", delta: `\n\n![](${url})\n\n` }] : [];
}

function fileWith(media_type: string, data: string): ProviderDelta[] {
  const isData = data.length > 0 && BASE64.test(data.slice(0, 1_000));
  return isData ? [{ type: "file", media_type, data }] : [];
}
