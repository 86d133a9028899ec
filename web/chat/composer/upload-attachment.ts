/** Upload of an attachment; loaded by the first one. */
import { hasNoFiles, uploadFile } from "../../api/conversations/files.ts";
import { uploadInPieces } from "./upload-in-pieces.ts";

export type AttachmentState =
  | { status: "uploading"; share?: number }
  | { status: "ready"; file_id: string }
  /** Goes into the message as text. */
  | { status: "inline"; text: string }
  | { status: "failed"; reason: string };

/** Bytes; a larger file goes in pieces. */
const MOST_AT_ONCE = 20_000_000;

/** `onshare`: the part that has arrived, of 1; it returns whether the file is still wanted. */
export async function uploadAttachment(
  file: File,
  onshare: (share: number) => boolean,
): Promise<AttachmentState> {
  const stored = await (file.size > MOST_AT_ONCE ? uploadInPieces(file, onshare) : uploadFile(file));
  if (stored.ok) return { status: "ready", file_id: stored.value.file_id };
  if (file.type.startsWith("text/") && hasNoFiles(stored))
    return { status: "inline", text: await file.text() };
  return { status: "failed", reason: stored.reason };
}
