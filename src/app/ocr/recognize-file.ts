/** Recognizes the text of one file. */
import { AppError } from "../../domain/errors.ts";
import { INDEX_UPLOAD } from "../../jobs/file-jobs.ts";
import { shownReading } from "../http/answers/shown-reading.ts";
import type { ApiContext } from "../http/api.ts";
import { reply } from "../http/reply.ts";
import { servicesOf } from "./services.ts";

export async function recognize(context: ApiContext, id: string) {
  const { files, readScan, jobs, accounts } = servicesOf(context);
  const { owner } = context.get("principal");
  const file = await files.get(owner, id);
  if (!file) throw new AppError("resource_not_found", "There is no such file, or it is not yours.");
  if (!/^(?:application\/pdf|image\/(?:png|jpeg|webp))$/.test(file.media_type))
    throw new AppError("malformed_request", "Only PDFs and pictures are recognized.");
  await accounts.ready();
  const text = await readScan(file, true);
  if (typeof text !== "string") return reply(200, { readable: false, problem: text.problem });
  await jobs.enqueue({ kind: INDEX_UPLOAD, owner, payload: { file_id: id } });
  return reply(200, shownReading(file, text));
}
