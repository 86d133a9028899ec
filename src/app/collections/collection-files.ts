/** Documents of collections among the uploads and in the workspace, with their texts. */
import type { CollectionFiles, FoundDocument } from "../../collections/ports.ts";
import { mayHoldText, readFile } from "../../tools/files/file-text.ts";
import { largeText, withOutline } from "../../tools/files/large-file/large-text.ts";
import type { FileContent } from "../../tools/files/port.ts";
import type { Services } from "./services.ts";

export function collectionFiles(services: Services): CollectionFiles {
  return {
    find: (owner, { kind, ref }) =>
      kind === "file" ? upload(services, owner, ref) : folder(services, owner, ref),
  };
}

async function upload(services: Services, owner: string, id: string): Promise<FoundDocument[]> {
  const { files } = services;
  const meta = await files.describe(owner, id);
  if (!meta) return [];
  const text = async () => {
    if (!mayHoldText(meta.media_type)) return undefined;
    const file = await files.get(owner, id);
    if (file) return textOf(services, file);
    const large = await files.open(owner, id);
    return large && largeText(large);
  };
  return [{ path: id, name: meta.name, version: "1", text }];
}

async function folder(services: Services, owner: string, ref: string): Promise<FoundDocument[]> {
  const { workspace } = services;
  const found: FoundDocument[] = [];
  let cursor: string | undefined;
  do {
    const page = await workspace.list(
      owner,
      ref === "" ? "" : `${ref}/`,
      cursor === undefined ? {} : { cursor },
    );
    for (const { path, etag, media_type } of page.files) {
      const text = async () => {
        const file = mayHoldText(media_type) ? await workspace.read(owner, path) : undefined;
        return file && textOf(services, { ...file, owner, id: "", name: path });
      };
      found.push({ path, name: path, version: etag, text });
    }
    cursor = page.cursor;
  } while (cursor !== undefined);
  return found;
}

type Given = Pick<FileContent, "owner" | "id" | "name" | "media_type" | "bytes">;

/** `id`: empty for a file of the workspace, of which no scan is recognized. */
async function textOf(
  { readPdf, readScan, recognizesScans }: Services,
  file: Given,
): Promise<string | undefined> {
  const read = await readFile(file, readPdf);
  const isScan = typeof read !== "string" && read.scan === "pdf";
  const text = isScan && file.id !== "" ? await readScan(file, recognizesScans()) : read;
  return typeof text === "string" ? withOutline(text, { ...file, id: file.id || file.name }) : undefined;
}
