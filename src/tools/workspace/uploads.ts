/** Files of messages, which `read` opens under their ids beside the files of the workspace. */
import type { ReadPdf } from "../../agent/ports/pdf.ts";
import { readFile } from "../files/file-text.ts";
import type { Files, ReadScan } from "../files/port.ts";
import type { StoredFile, Workspace } from "./port.ts";
import type { ReadableFiles, ReadFile } from "./read.ts";

const UPLOAD = /^fil_[a-z0-9]+$/i;

/** A file of the workspace goes before an upload. What is uploaded may be anybody's words. */
export function withUploads(
  workspace: Pick<Workspace, "read">,
  files: Pick<Files, "get" | "describe">,
): ReadableFiles {
  return {
    async whyNot(owner, path) {
      if (!UPLOAD.test(path)) return undefined;
      const { whyNotWhole } = await import("../files/large-file/large-text.ts");
      return whyNotWhole(files, owner, path);
    },
    async read(owner, path) {
      const file = await workspace.read(owner, path);
      if (file || !UPLOAD.test(path)) return file;
      const upload = await files.get(owner, path);
      if (!upload) return undefined;
      const { name, media_type, size, etag, bytes, created_at } = upload;
      const about = { path, name, size, media_type, etag, bytes, updated_at: created_at };
      return { ...about, trust: "untrusted", version: 1 } satisfies StoredFile & { name: string };
    },
  };
}

/** Reads the text of both; of a scan that was uploaded, the text that was recognized. */
export function readerOf(readPdf: ReadPdf, readScan: ReadScan | undefined): ReadFile {
  return async ({ owner, ...file }, pages) => {
    const name = file.name ?? file.path;
    const read = await readFile({ ...file, name }, readPdf, pages);
    const isScan = typeof read !== "string" && read.scan === "pdf" && file.name !== undefined;
    return isScan && readScan ? readScan({ ...file, id: file.path, owner, name }, false) : read;
  };
}
