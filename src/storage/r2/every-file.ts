/** All workspace files and uploads of all owners, a page at a time. */
import type { Area, EveryFile, FilePlace } from "../../jobs/catch-up.ts";
import { FILES_OF_ALL } from "./keys.ts";
import { mediaTypeOf } from "./media-type.ts";

/** Continues after the last key of the previous page: files may be added and removed meanwhile. */
export class R2EveryFile implements EveryFile {
  private readonly bucket: R2Bucket;

  constructor(bucket: R2Bucket) {
    this.bucket = bucket;
  }

  async after(area: Area, last: string, limit: number): Promise<{ files: FilePlace[]; last?: string }> {
    const prefix = FILES_OF_ALL[area];
    const found = await this.bucket.list({
      prefix,
      limit,
      include: ["httpMetadata"],
      ...(last !== "" && { startAfter: last }),
    });
    const next = found.truncated ? found.objects.at(-1)?.key : undefined;
    return {
      files: found.objects.flatMap((object) => placeOf(object, prefix)),
      ...(next !== undefined && { last: next }),
    };
  }
}

function placeOf({ key, httpMetadata }: R2Object, prefix: string): FilePlace[] {
  const slash = key.indexOf("/", prefix.length);
  const path = key.slice(slash + 1);
  if (slash === -1 || path === "") return [];
  const owner = decodeURIComponent(key.slice(prefix.length, slash));
  return [{ owner, path, media_type: httpMetadata?.contentType ?? mediaTypeOf(path) }];
}
