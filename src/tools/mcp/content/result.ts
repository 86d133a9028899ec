/** Turns the result of a server's tool into ours: its texts, and its media as files that the model is shown. */
import type { ToolOutcome } from "../../../agent/ports/tool.ts";
import type { Source } from "../../../domain/sources/source.ts";
import { fingerprint } from "../wire/fingerprint.ts";
import type { CallContent, CallResult } from "../wire/protocol.ts";
import { Keeping, type KeepingDeps } from "./keeping.ts";
import { resourceText } from "./resource.ts";

interface ResultDeps extends KeepingDeps {
  /** Title of the result as a source; null: it tells what a tool did, and is none. */
  title: string | null;
}

/** Never rejects because of a server's content. */
export async function outcomeOf(result: CallResult, { title, ...deps }: ResultDeps): Promise<ToolOutcome> {
  const keeping = new Keeping(deps);
  const texts: string[] = [];
  for (const content of result.content) {
    const text = await textOfContent(content, keeping);
    if (text !== "") texts.push(text);
  }
  const { text, structured_from } = withStructured(texts, result);
  if (result.isError)
    return { ok: false, error: text || "The tool failed without saying why.", trust: "untrusted" };
  return {
    ok: true,
    content: text || "(no text)",
    trust: "untrusted",
    ...(structured_from !== undefined && { structured_from }),
    ...keeping.shown,
    ...(title !== null && text !== "" && { sources: [{ kind: "tool", ...placeOf(result), title, text }] }),
  };
}

/** Address of the result, where it names one alone. */
function placeOf({ content }: CallResult): Pick<Source, "url"> {
  const named = content.flatMap((part) => {
    if (part.type === "resource_link") return part.uri;
    return part.type === "resource" ? part.resource.uri : [];
  });
  const [url = null, ...others] = new Set(named);
  return { url: others.length === 0 ? url : null };
}

/**
 * Puts the structured content after the texts, in place of one that says the same, which the protocol recommends to
 * servers.
 */
function withStructured(
  texts: readonly string[],
  { structuredContent }: CallResult,
): { text: string; structured_from?: number } {
  if (structuredContent === undefined || structuredContent === null) return { text: texts.join(BETWEEN) };
  const others = texts.filter((text) => !isSameJson(text, structuredContent)).join(BETWEEN);
  const before = others === "" ? "" : `${others}${BETWEEN}`;
  const same = texts.find((text) => isSameJson(text, structuredContent));
  return { text: before + (same ?? JSON.stringify(structuredContent)), structured_from: before.length };
}

const BETWEEN = "\n\n";

function isSameJson(text: string, value: unknown): boolean {
  try {
    return fingerprint(JSON.parse(text)) === fingerprint(value);
  } catch {
    return false;
  }
}

/** Types of bytes whose server does not say what they are. */
const USUAL = { image: "image/png", audio: "audio/mpeg" } as const;

async function textOfContent(content: CallContent, keeping: Keeping): Promise<string> {
  switch (content.type) {
    case "text":
      return content.text;
    case "resource_link":
      return content.name === undefined ? content.uri : `${content.name}: ${content.uri}`;
    case "resource":
      return resourceText(content.resource, keeping);
    case "image":
    case "audio":
      return keeping.keep({
        data: content.data,
        media_type: content.mimeType ?? USUAL[content.type],
        name: content.type,
      });
  }
}
