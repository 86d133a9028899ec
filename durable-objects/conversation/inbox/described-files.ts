/** A client names files by id: what they are, and whose, is looked up before the message is taken. */
import type { Inbound, Receipt } from "../../../src/domain/inbound.ts";
import type { MediaPart, Part } from "../../../src/domain/message.ts";

export interface FileLookup {
  /** As messages hold it; undefined when there is none, or when it is somebody else's. */
  describeFile(owner: string, file_id: string): Promise<MediaPart | undefined>;
}

export type Described = { inbound: Inbound } | { refused: Extract<Receipt, { status: "refused" }> };

/** Whether there is anything to look up: most messages have no files and need not wait. */
export function namesFiles(inbound: Inbound): boolean {
  return inbound.type === "user_message" && inbound.parts.some(isNamedOnly);
}

export async function describeFiles(lookup: FileLookup, owner: string, inbound: Inbound): Promise<Described> {
  if (inbound.type !== "user_message") return { inbound };
  const look = (id: string) => lookup.describeFile(owner, id);
  const parts = await Promise.all(
    inbound.parts.map(async (part) => (isNamedOnly(part) ? await look(part.file_id) : part)),
  );
  const missing = parts.indexOf(undefined);
  if (missing >= 0) return { refused: refusal(inbound.parts[missing]) };
  return { inbound: { ...inbound, parts: parts.filter((part): part is Part => part !== undefined) } };
}

function isNamedOnly(part: Part): part is MediaPart {
  return (part.type === "file" || part.type === "image" || part.type === "audio") && part.media_type === "";
}

function refusal(part: Part | undefined): Extract<Receipt, { status: "refused" }> {
  const id = part && "file_id" in part ? part.file_id.slice(0, 80) : "";
  return {
    status: "refused",
    refusal: "malformed",
    reason: `There is no file ${id}, or it is not yours. Upload it first.`,
  };
}
