/** Files over HTTP: upload and description. */
import type { FileReading, StoredFile } from "../../../src/contract/files.ts";
import { type ApiFailure, call, type Result } from "../http.ts";

export type { FileReading, StoredFile };

export function uploadFile(file: File): Promise<Result<StoredFile>> {
  const form = new FormData();
  form.append("file", file, file.name);
  return call("POST", "/files", form);
}

/** The text of a document that a model gets when it can't open the file itself. `url`: the file's own. */
export function readingOf(url: string): Promise<Result<FileReading>> {
  const { pathname, search } = new URL(url, location.origin);
  return call("GET", `${pathname.replace(/^\/api\/v1/, "")}/reading${search}`);
}

/** The instance has no file storage: text can go into the message itself. */
export function hasNoFiles(failure: ApiFailure): boolean {
  return failure.status === 404 || failure.status === 405;
}

export interface FileFacts {
  name: string;
  media_type: string;
  size: number | null;
}

const known = new Map<string, Promise<FileFacts | undefined>>();

/**
 * The file's name and type from its headers, since a message holds only its id. `url` is one of our own. Never throws.
 */
export function describeFile(url: string): Promise<FileFacts | undefined> {
  const before = known.get(url);
  if (before) return before;
  const asked = ask(url);
  known.set(url, asked);
  return asked;
}

async function ask(url: string): Promise<FileFacts | undefined> {
  try {
    const { ok, headers } = await fetch(url, { method: "HEAD", credentials: "same-origin" });
    if (!ok) return undefined;
    const length = headers.get("content-length");
    return {
      name: nameIn(headers.get("content-disposition") ?? ""),
      media_type: headers.get("content-type")?.split(";")[0] ?? "",
      size: length === null ? null : Number(length),
    };
  } catch {
    // No network: ask again when the message is drawn again.
    known.delete(url);
    return undefined;
  }
}

function nameIn(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1];
  return encoded === undefined ? "" : decodeURIComponent(encoded);
}
