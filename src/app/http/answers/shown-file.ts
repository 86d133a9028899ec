/** A file of messages as answers show it. */
import type { FileMeta } from "../../../tools/files/port.ts";

/** `file_id` is the id that messages use. */
export function shownFile({ id: file_id, name, media_type, size, created_at }: FileMeta) {
  const at = new Date(created_at).toISOString();
  return { id: file_id, file_id, name, media_type, size, created_at: at, url: `/api/v1/files/${file_id}` };
}
