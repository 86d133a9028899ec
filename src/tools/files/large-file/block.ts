/** Large files before a model. Loaded by the first of them. */
import type { UserBlock } from "../../../agent/ports/model.ts";
import type { MediaPart } from "../../../domain/message.ts";
import { markOf, markUntrusted } from "../../../domain/text/foreign-text.ts";
import { oneLine } from "../../../domain/text/hidden-text.ts";
import { BEGINNING_BYTES, hasRows, howToAsk, outlineOfBeginning } from "../../tables/outline.ts";
import { type Files, MAX_SHOWN_BYTES } from "../port.ts";

const MB = 1_000_000;

/**
 * Words in place of a file whose size, known from the message, is too large: of a table and other text its beginning, of
 * anything else nothing is read. Never rejects.
 */
export async function largeFileBlock(
  files: Pick<Files, "open">,
  owner: string,
  { file_id, name = "file", media_type, size = 0 }: MediaPart,
): Promise<UserBlock> {
  const title = oneLine(name);
  const opened = hasRows({ name, media_type })
    ? await files.open(owner, file_id, BEGINNING_BYTES).catch(() => undefined)
    : undefined;
  const outline = opened && (await outlineOfBeginning(opened.body).catch(() => undefined));
  if (outline === undefined) {
    const why = `${title} was left out: it has more than ${MAX_SHOWN_BYTES / MB} MB, more than a model is shown.`;
    return { type: "text", text: `[${why}]`, about_file: why };
  }
  const large = `${title} is too large to be given whole (${Math.round(size / MB)} MB)`;
  const quoted = markUntrusted(outline, { mark: markOf(file_id), source: "file" });
  const text = `File ${large}. ${howToAsk(file_id)} Its beginning:\n${quoted}`;
  return { type: "text", text, is_file: true, about_file: `${large}: its beginning was read.` };
}
