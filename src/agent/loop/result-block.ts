/** A tool result as the model sees it: its words, marked when they are somebody else's, and its media. */
import type { CallId } from "../../domain/ids.ts";
import type { MediaPart, Part } from "../../domain/message.ts";
import { markUntrusted } from "../../domain/text/foreign-text.ts";
import type { MediaBlock, ToolResultBlock, UserBlock } from "../ports/model.ts";
import type { SettledCall } from "../turn.ts";

export interface Rendering {
  /** Mark of the answer that the results belong to. */
  mark: string;
  /** A file as a block; undefined when it is gone or there is no room for it. */
  media(part: MediaPart): UserBlock | undefined;
}

type FilesOfResults = ReadonlyMap<CallId, readonly MediaPart[]>;

/** Files that the model gets with the results, by call. */
export function filesOfResults(parts: readonly Part[]): FilesOfResults {
  const files = new Map<CallId, MediaPart[]>();
  for (const part of parts) {
    if (!isMedia(part) || part.call_id === undefined) continue;
    files.set(part.call_id, [...(files.get(part.call_id) ?? []), part]);
  }
  return files;
}

function isMedia(part: Part): part is MediaPart {
  return part.type === "image" || part.type === "audio" || part.type === "file";
}

export function resultBlock(
  result: SettledCall,
  files: FilesOfResults,
  { mark, media }: Rendering,
): ToolResultBlock {
  const { call_id, name, is_error } = result;
  const shown = (files.get(call_id) ?? []).map((part) => media(part) ?? gone(part));
  const words = shown.flatMap((block) => (block.type === "text" ? [block.text] : []));
  const seen = shown.filter((block): block is MediaBlock => block.type !== "text");
  const content = [...numbersOf(result), markedContent(result, mark), ...words].join("\n\n");
  return {
    type: "tool_result",
    call_id,
    name,
    is_error,
    content,
    ...(seen.length > 0 && { media: seen }),
  };
}

/** The house's own words, outside of what was read. Several texts have their numbers by the order in which they are told. */
function numbersOf({ sources = [] }: SettledCall): string[] {
  const [first, ...others] = sources.map(({ n }) => `[${n}]`);
  if (first === undefined) return [];
  if (others.length === 0) return [`What you take from this, cite as ${first}.`];
  const named = [first, ...others].map((number, index) => `${index + 1} as ${number}`);
  return [`What you take from these, cite each by its own number: ${named.join(", ")}.`];
}

function gone({ type }: MediaPart): UserBlock {
  return {
    type: "text",
    text: `[${type === "image" ? "an image" : `a file (${type})`} cannot be shown here]`,
  };
}

/** Spotlighting: tells the model where somebody else's words begin and end. */
function markedContent({ trust, content, name }: SettledCall, mark: string): string {
  return trust === "trusted" ? content : markUntrusted(content, { mark, source: name });
}
