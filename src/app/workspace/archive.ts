/** Export of a person's files: those of their workspace with earlier versions, and those of their messages. */

import { type ArchiveFile, jsonFile } from "../../export/archive.ts";
import type { FileTexts } from "../../ocr/read-scan.ts";
import { earlierVersions } from "../../storage/r2/earlier-versions.ts";
import { iso } from "../http/query.ts";
import type { Kernel } from "../services/kernel.ts";

const PAGE = 500;

type Stores = Pick<Kernel, "workspace" | "files">;

export async function* archiveFiles(
  { workspace, files, bucket }: Stores & { bucket: R2Bucket },
  owner: string,
): AsyncGenerator<ArchiveFile> {
  for (const path of await workspace.paths(owner, "")) {
    const file = await workspace.read(owner, path);
    if (file) yield { path: `workspace/${path}`, bytes: file.bytes };
  }
  yield* versions(bucket, owner);
  const [{ R2ClaimedTexts }, { keys }] = await Promise.all([
    import("../../storage/r2/claimed-texts.ts"),
    import("../../storage/r2/keys.ts"),
  ]);
  yield* uploads(files, new R2ClaimedTexts({ bucket, now: Date.now, keyOf: keys.fileText }), owner);
}

async function* versions(bucket: R2Bucket, owner: string): AsyncGenerator<ArchiveFile> {
  const listed: object[] = [];
  for await (const { bytes, author, written_at, replaced_at, ...about } of earlierVersions(bucket, owner)) {
    const times = {
      written_at: written_at === undefined ? null : iso(written_at),
      replaced_at: iso(replaced_at),
    };
    listed.push({ ...about, ...author, ...times });
    yield { path: `workspace-versions/${about.path}/${about.id}`, bytes };
  }
  yield jsonFile("workspace-versions.json", listed);
}

/** Named by their ids, as messages refer to them; their own names may be anything. */
async function* uploads(
  files: Stores["files"],
  texts: Pick<FileTexts, "get">,
  owner: string,
): AsyncGenerator<ArchiveFile> {
  const listed: object[] = [];
  let cursor: string | undefined;
  do {
    const page = await files.list(owner, { limit: PAGE, ...(cursor !== undefined && { cursor }) });
    for (const { id, name, media_type, size, created_at } of page.files) {
      const file = await files.open(owner, id);
      if (!file) continue;
      listed.push({ id, name, media_type, size, created_at: iso(created_at) });
      yield { path: `files/${id}`, bytes: new Uint8Array(), rest: file.body };
      const text = await texts.get(owner, id);
      if (text !== undefined) yield { path: `file-texts/${id}.md`, bytes: new TextEncoder().encode(text) };
    }
    cursor = page.cursor;
  } while (cursor !== undefined);
  yield jsonFile("files.json", listed);
}
