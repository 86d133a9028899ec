/** A server's resource as text: its own text, or a note on what became of its bytes. */

import type { ToolOutcome } from "../../../agent/ports/tool.ts";
import { decodeText } from "../../../domain/text/decode-text.ts";
import { oneLine } from "../../../domain/text/hidden-text.ts";
import type { ResourceContent } from "../wire/protocol.ts";
import { decodedBase64, Keeping, type KeepingDeps } from "./keeping.ts";

/** Tool outcome of a resource that was read, which may come in several pieces. Never rejects. */
export async function outcomeOfResource(
  contents: readonly ResourceContent[],
  deps: KeepingDeps,
): Promise<ToolOutcome> {
  const keeping = new Keeping(deps);
  const texts: string[] = [];
  for (const content of contents) texts.push(await resourceText(content, keeping));
  const text = texts.join("\n\n");
  const [url = null] = contents.map(({ uri }) => uri);
  const title = url === null ? "" : oneLine(lastOf(url) || url, MAX_TITLE);
  return {
    ok: true,
    content: text || "(empty)",
    trust: "untrusted",
    ...keeping.shown,
    ...(text !== "" && { sources: [{ kind: "tool", url, title, text }] }),
  };
}

const MAX_TITLE = 200;

/** Never rejects. */
export async function resourceText(resource: ResourceContent, keeping: Keeping): Promise<string> {
  const { uri, text, blob, mimeType = "application/octet-stream" } = resource;
  if (text !== undefined) return text;
  if (blob === undefined) return `[${oneLine(mimeType)} ${oneLine(uri)}: empty]`;
  const words = isWords(mimeType) ? wordsIn(blob) : undefined;
  return words ?? keeping.keep({ data: blob, media_type: mimeType, name: lastOf(uri), of: uri });
}

function isWords(mediaType: string): boolean {
  return /^text\/|[/+](?:json|xml|yaml)\b/i.test(mediaType);
}

function wordsIn(blob: string): string | undefined {
  const bytes = decodedBase64(blob);
  return bytes && decodeText(bytes);
}

/** The last segment of the address, as a file name. */
function lastOf(uri: string): string {
  const [path = ""] = uri.split(/[?#]/);
  return path.split("/").at(-1) ?? "";
}
