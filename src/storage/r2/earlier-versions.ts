/** All earlier versions of one owner's files, also of removed ones. */
import type { FileAuthor } from "../../tools/workspace/port.ts";
import { keys } from "./keys.ts";
import { pagesOf } from "./listing.ts";
import { authorOf, numberOf, writtenAt } from "./version-marks.ts";

interface EarlierVersion {
  path: string;
  id: string;
  version: number;
  /** ms since the epoch; undefined: not recorded. */
  written_at: number | undefined;
  /** ms since the epoch. */
  replaced_at: number;
  author: FileAuthor | undefined;
  bytes: Uint8Array;
}

/** Versions in the order of their paths, the oldest of each first. Versions that expire meanwhile are left out. */
export async function* earlierVersions(bucket: R2Bucket, owner: string): AsyncGenerator<EarlierVersion> {
  const root = keys.versionsOf(owner);
  for await (const page of pagesOf(bucket, root)) {
    for (const { key } of page) {
      const object = await bucket.get(key);
      if (!object) continue;
      const [path = "", id = ""] = key.slice(root.length).split("/@/");
      yield {
        ...{ path, id, version: numberOf(object), written_at: writtenAt(object) },
        ...{ replaced_at: object.uploaded.getTime(), author: authorOf(object) },
        bytes: new Uint8Array(await object.arrayBuffer()),
      };
    }
  }
}
