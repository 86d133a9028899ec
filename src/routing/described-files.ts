/**
 * Resolves the files that a client names by id: their type and owner are looked up before the message is
 * accepted.
 */
import { type RefusedInput, refuseInput } from "../domain/conversation/receipt.ts";
import type { UserMessage } from "../domain/inbound.ts";
import type { MediaPart, Part } from "../domain/message.ts";

export interface FileLookup {
  /** The file as messages hold it; undefined if it is missing or somebody else's. */
  describeFile(owner: string, file_id: string): Promise<MediaPart | undefined>;
}

/** Whether a lookup is needed: most messages have no files and need not wait. */
export function namesFiles({ parts }: UserMessage): boolean {
  return parts.some(isNamedOnly);
}

/** Returns the message with its files resolved. */
export async function describeFiles(
  lookup: FileLookup,
  owner: string,
  message: UserMessage,
): Promise<UserMessage | RefusedInput> {
  const look = (id: string) => lookup.describeFile(owner, id);
  const parts = await Promise.all(
    message.parts.map(async (part) => (isNamedOnly(part) ? await look(part.file_id) : part)),
  );
  const missing = parts.indexOf(undefined);
  if (missing >= 0) return noFile(message.parts[missing]);
  return { ...message, parts: parts.filter((part): part is Part => part !== undefined) };
}

function isNamedOnly(part: Part): part is MediaPart {
  return (part.type === "file" || part.type === "image" || part.type === "audio") && part.media_type === "";
}

function noFile(part: Part | undefined): RefusedInput {
  const id = part && "file_id" in part ? part.file_id.slice(0, 80) : "";
  return refuseInput("malformed", `There is no file ${id}, or it is not yours. Upload it first.`);
}
