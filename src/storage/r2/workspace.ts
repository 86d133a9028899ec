/** The workspace in R2: one object per file; overwritten versions are kept beside it for 30 days. */
import { definedOf } from "../../domain/defined.ts";
import { AppError } from "../../domain/errors.ts";
import { nameSearch } from "../../domain/text/name-search.ts";
import type { Trust } from "../../domain/trust.ts";
import type {
  FileInfo,
  FileListing,
  FileVersion,
  ListingPage,
  NewContent,
  StoredFile,
  Workspace,
  WriteResult,
} from "../../tools/workspace/port.ts";
import { OUTPUTS } from "../../tools/workspace/port.ts";
import { keys } from "./keys.ts";
import { keysOf, type ListingRequest, listObjects, pagesOf } from "./listing.ts";
import { mediaTypeOf } from "./media-type.ts";
import { authorOf, keptMarks, marksOf, numberOf, writtenAt } from "./version-marks.ts";

interface Deps {
  bucket: R2Bucket;
  /** ms since the epoch. */
  now(): number;
  pause(ms: number): Promise<void>;
}

export class R2Workspace implements Workspace {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  read(owner: string, path: string): Promise<StoredFile | undefined> {
    return readObject(this.deps.bucket, keyOf(owner, path), path);
  }

  write(owner: string, path: string, content: NewContent): Promise<WriteResult> {
    return write(this.deps, { owner, path }, content);
  }

  remove(owner: string, path: string): Promise<boolean> {
    return remove(this.deps, owner, path);
  }

  list(owner: string, prefix: string, { named, ...page }: ListingPage = {}): Promise<FileListing> {
    const { bucket } = this.deps;
    if (named === undefined) return list(bucket, owner, { prefix, ...page });
    return listNamed(bucket, owner, { prefix, ...page, named });
  }

  async paths(owner: string, prefix: string): Promise<string[]> {
    const root = keys.workspace(owner);
    return (await keysOf(this.deps.bucket, `${root}${prefix}`)).map((key) => key.slice(root.length));
  }

  versions(owner: string, path: string): Promise<FileVersion[]> {
    return versions(this.deps.bucket, owner, path);
  }

  readVersion(owner: string, path: string, id: string): Promise<StoredFile | undefined> {
    return readObject(this.deps.bucket, `${keys.versions(owner, path)}${id}`, path);
  }
}

/**
 * Full outputs of tools are read like files but stored elsewhere: they are not the owner's, and they expire.
 */
function keyOf(owner: string, path: string): string {
  return path.startsWith(OUTPUTS)
    ? keys.output(owner, path.slice(OUTPUTS.length))
    : keys.workspace(owner, path);
}

async function readObject(bucket: R2Bucket, key: string, path: string): Promise<StoredFile | undefined> {
  const object = await bucket.get(key);
  if (!object || isMark(object)) return undefined;
  return { ...infoOf(object, path), bytes: new Uint8Array(await object.arrayBuffer()) };
}

interface Place {
  owner: string;
  path: string;
}

async function write(
  deps: Deps,
  place: Place,
  { bytes, media_type = mediaTypeOf(place.path), if_etag, trust, author }: NewContent,
): Promise<WriteResult> {
  const { owner, path } = place;
  const key = keyOf(owner, path);
  const there = await settled(deps, key);
  const before = there && !isMark(there) ? there : null;
  if (if_etag !== undefined && (before?.etag ?? null) !== if_etag) return { status: "changed" };
  if (before) await keep(deps, place, before);
  const marks = marksOf(before, author);
  const condition = there ? { etagMatches: there.etag } : { etagDoesNotMatch: "*" };
  const written = await deps.bucket.put(key, bytes, {
    onlyIf: condition,
    httpMetadata: { contentType: media_type },
    customMetadata: { ...marks, [TRUST]: trust === "kept" ? keptTrust(before) : (trust ?? "untrusted") },
  });
  if (written)
    return {
      status: before ? "replaced" : "created",
      etag: written.etag,
      version: Number(marks["version"]),
    };
  // Another write came first. Without a condition the later write wins, once the version it replaces is kept.
  return if_etag === undefined
    ? write(deps, place, { bytes, media_type, ...(trust && { trust }), ...(author && { author }) })
    : { status: "changed" };
}

/**
 * Keeps the version before it is replaced: a crash in between leaves a version too many, never one too few.
 */
async function keep(deps: Deps, { owner, path }: Place, before: R2ObjectBody): Promise<void> {
  const stamp = new Date(deps.now()).toISOString().replaceAll(":", "-");
  await deps.bucket.put(
    `${keys.versions(owner, path)}${stamp}_${before.etag.slice(0, 8)}`,
    await before.arrayBuffer(),
    {
      ...(before.httpMetadata && { httpMetadata: before.httpMetadata }),
      customMetadata: keptMarks(before),
    },
  );
}

/**
 * R2 has no conditional delete. So a tombstone replaces the file first, on condition that the file is still
 * the version that was kept, and nobody writes over a tombstone: a version written in between is never
 * deleted without being kept.
 */
async function remove(deps: Deps, owner: string, path: string): Promise<boolean> {
  const key = keyOf(owner, path);
  const before = await deps.bucket.get(key);
  if (!before) return false;
  if (isMark(before)) {
    if (isFresh(deps, before)) return false;
    await deps.bucket.delete(key);
    return false;
  }
  await keep(deps, { owner, path }, before);
  const marked = await deps.bucket.put(key, `removed ${before.etag} at ${deps.now()}`, {
    onlyIf: { etagMatches: before.etag },
    customMetadata: { [MARK]: String(deps.now()) },
  });
  if (!marked) return remove(deps, owner, path);
  await deps.bucket.delete(key);
  return true;
}

/** Metadata key for the trust of a file. */
const TRUST = "trust";

/** Files from before trust was recorded count as untrusted. */
function trustOfObject(object: R2Object): Trust {
  return object.customMetadata?.[TRUST] === "trusted" ? "trusted" : "untrusted";
}

function keptTrust(before: R2Object | null): Trust {
  return before === null ? "trusted" : trustOfObject(before);
}

/** Metadata key of a tombstone: when the removal began. */
const MARK = "removed_at";
/** ms after which a tombstone has expired, and its path may be written again. */
const MARK_HOLDS_MS = 10_000;
const LOOK_EACH_MS = 50;

function isMark(object: R2Object): boolean {
  return object.customMetadata?.[MARK] !== undefined;
}

function isFresh(deps: Deps, mark: R2Object): boolean {
  return deps.now() - Number(mark.customMetadata?.[MARK]) < MARK_HOLDS_MS;
}

/** The object at a key that nobody is about to delete; a tombstone only if its writer has died. */
async function settled(deps: Deps, key: string): Promise<R2ObjectBody | null> {
  for (;;) {
    const object = await deps.bucket.get(key);
    if (!object || !isMark(object) || !isFresh(deps, object)) return object;
    await deps.pause(LOOK_EACH_MS);
  }
}

async function list(
  bucket: R2Bucket,
  owner: string,
  { prefix, cursor, limit = 200 }: { prefix: string; cursor?: string; limit?: number },
): Promise<FileListing> {
  const root = keys.workspace(owner);
  const include: ListingRequest["include"] = ["httpMetadata", "customMetadata"];
  const wanted = { prefix: `${root}${prefix}`, limit, include, ...(cursor && { cursor }) };
  const found = await listObjects(bucket, wanted).catch((cause: unknown) => {
    throw new AppError("malformed_request", "The cursor is not one that a listing gave.", { cause });
  });
  return {
    files: found.objects
      .filter((object) => !isMark(object))
      .map((object) => infoOf(object, object.key.slice(root.length))),
    ...(found.cursor !== undefined && { cursor: found.cursor }),
  };
}

async function listNamed(
  bucket: R2Bucket,
  owner: string,
  { prefix, named, cursor = "", limit = 200 }: ListingPage & { prefix: string; named: string },
): Promise<FileListing> {
  const isWanted = nameSearch(named);
  const root = keys.workspace(owner);
  const found: FileInfo[] = [];
  for await (const page of pagesOf(bucket, `${root}${prefix}`, ["httpMetadata", "customMetadata"])) {
    const files = page
      .filter((object) => !isMark(object))
      .map((object) => infoOf(object, object.key.slice(root.length)));
    found.push(...files.filter(({ path }) => path > cursor && isWanted(path)));
  }
  const files = found.slice(0, limit);
  const last = files.at(-1);
  return { files, ...(last !== undefined && found.length > limit && { cursor: last.path }) };
}

async function versions(bucket: R2Bucket, owner: string, path: string): Promise<FileVersion[]> {
  const prefix = keys.versions(owner, path);
  const objects: R2Object[] = [];
  for await (const page of pagesOf(bucket, prefix, ["customMetadata"])) objects.push(...page);
  return objects
    .map((object) => ({
      id: object.key.slice(prefix.length),
      size: object.size,
      replaced_at: object.uploaded.getTime(),
      version: numberOf(object),
      ...definedOf({ written_at: writtenAt(object), author: authorOf(object) }),
    }))
    .reverse();
}

function infoOf(object: R2Object, path: string): FileInfo {
  return {
    path,
    size: object.size,
    media_type: object.httpMetadata?.contentType ?? mediaTypeOf(path),
    updated_at: object.uploaded.getTime(),
    etag: object.etag,
    trust: trustOfObject(object),
    version: numberOf(object),
    ...definedOf({ author: authorOf(object) }),
  };
}
