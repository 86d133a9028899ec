/** Message files in R2, under their owner. Ids sort by time. */

import { AppError } from "../../domain/errors.ts";
import type { Ids } from "../../domain/ids.ts";
import { fileName } from "../../domain/text/file-name.ts";
import { nameSearch } from "../../domain/text/name-search.ts";
import {
  type FileContent,
  type FileMeta,
  type FileStream,
  type Files,
  MAX_UPLOAD_BYTES,
} from "../../tools/files/port.ts";
import { keys } from "./keys.ts";
import { keysOf, pagesOf } from "./listing.ts";

interface Deps {
  bucket: R2Bucket;
  ids: Ids;
}

export class R2Files implements Files {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  async put(
    owner: string,
    { name, media_type, bytes }: { name: string; media_type: string; bytes: Uint8Array },
  ): Promise<FileMeta> {
    const id = this.deps.ids.create("fil");
    const object = await this.deps.bucket.put(keys.file(owner, id), bytes, {
      httpMetadata: { contentType: media_type },
      customMetadata: { name: encodeURIComponent(fileName(name)) },
    });
    return metaOf(object, owner);
  }

  async get(owner: string, id: string): Promise<FileContent | undefined> {
    const object = isFileId(id) ? await this.deps.bucket.get(keys.file(owner, id)) : null;
    if (!object) return undefined;
    if (object.size > MAX_UPLOAD_BYTES) {
      await object.body.cancel();
      return undefined;
    }
    const bytes = new Uint8Array(await object.arrayBuffer());
    return { ...metaOf(object, owner), etag: object.etag, bytes } satisfies FileContent;
  }

  async open(owner: string, id: string, first?: number): Promise<FileStream | undefined> {
    const part = first === undefined ? {} : { range: { offset: 0, length: first } };
    const object = isFileId(id) ? await this.deps.bucket.get(keys.file(owner, id), part) : null;
    return object ? { ...metaOf(object, owner), etag: object.etag, body: object.body } : undefined;
  }

  async describe(owner: string, id: string): Promise<FileMeta | undefined> {
    const object = isFileId(id) ? await this.deps.bucket.head(keys.file(owner, id)) : null;
    return object ? metaOf(object, owner) : undefined;
  }

  list(
    owner: string,
    { named, ...page }: { cursor?: string; limit: number; named?: string },
  ): Promise<{ files: FileMeta[]; cursor?: string }> {
    const { bucket } = this.deps;
    return named === undefined ? list(bucket, owner, page) : listNamed(bucket, owner, { ...page, named });
  }

  async remove(owner: string, id: string): Promise<boolean> {
    if (!isFileId(id) || !(await this.deps.bucket.head(keys.file(owner, id)))) return false;
    await this.deps.bucket.delete([keys.file(owner, id), keys.fileText(owner, id)]);
    return true;
  }
}

function isFileId(id: string): boolean {
  return /^fil_[0-9a-z]{6,64}$/.test(id);
}

/**
 * R2 lists keys in order, which is oldest first: a page of the newest is taken from the end of a full
 * listing.
 */
async function list(
  bucket: R2Bucket,
  owner: string,
  { cursor, limit }: { cursor?: string; limit: number },
): ReturnType<Files["list"]> {
  const prefix = keys.file(owner);
  const all = (await keysOf(bucket, prefix)).reverse();
  const from = cursor === undefined ? 0 : all.indexOf(`${prefix}${cursor}`) + 1;
  if (cursor !== undefined && from === 0) {
    throw new AppError("malformed_request", "The cursor is not one that a listing gave.");
  }
  const page = all.slice(from, from + limit);
  const heads = await Promise.all(page.map((key) => bucket.head(key)));
  const files = heads.flatMap((object) => (object ? [metaOf(object, owner)] : []));
  const last = page.at(-1);
  return {
    files,
    ...(last !== undefined && from + limit < all.length && { cursor: last.slice(prefix.length) }),
  };
}

/** Names stand in the metadata: R2 lists no key by them. */
async function listNamed(
  bucket: R2Bucket,
  owner: string,
  { named, cursor = "~", limit }: { named: string; cursor?: string; limit: number },
): ReturnType<Files["list"]> {
  const isWanted = nameSearch(named);
  const found: FileMeta[] = [];
  for await (const page of pagesOf(bucket, keys.file(owner), ["httpMetadata", "customMetadata"])) {
    const files = page.map((object) => metaOf(object, owner));
    found.push(...files.filter(({ id, name }) => id < cursor && isWanted(name)));
  }
  const files = found.reverse().slice(0, limit);
  const last = files.at(-1);
  return { files, ...(last !== undefined && found.length > limit && { cursor: last.id }) };
}

function metaOf(object: R2Object, owner: string): FileMeta {
  return {
    id: object.key.slice(object.key.lastIndexOf("/") + 1),
    owner,
    name: fileName(decodeURIComponent(object.customMetadata?.["name"] ?? "")),
    media_type: object.httpMetadata?.contentType ?? "application/octet-stream",
    size: object.size,
    created_at: object.uploaded.getTime(),
  };
}
