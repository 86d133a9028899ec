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

/** `change` shows a state, and returns whether the file is still wanted. */
export async function uploadAttachment(
  file: File,
  change: (state: AttachmentState) => boolean,
): Promise<void> {
  const onshare = (share: number) => change({ status: "uploading", share });
  const stored = await (file.size > MOST_AT_ONCE ? uploadInPieces(file, onshare) : uploadFile(file));
  if (stored.ok) change({ status: "ready", file_id: stored.value.file_id });
  else if (file.type.startsWith("text/") && hasNoFiles(stored))
    change({ status: "inline", text: await file.text() });
  else change({ status: "failed", reason: stored.reason });
}
