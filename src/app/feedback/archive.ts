/** A person's feedback as a file of their export. */
import { type ArchiveFile, jsonFile } from "../../export/archive.ts";
import { D1FeedbackStore } from "../../storage/d1/agents/feedback.ts";
import { openDatabase } from "../../storage/d1/database.ts";
import type { Env } from "../env.ts";

export async function archive(env: Pick<Env, "DB">, owner: string): Promise<ArchiveFile> {
  const given = await new D1FeedbackStore(openDatabase(env.DB)).given(owner);
  return jsonFile(
    "feedback.json",
    given.map(({ owner: _, ...each }) => each),
  );
}
