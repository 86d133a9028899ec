/** Pictures of imported conversations: found among the sent files, and stored like any picture that a person sends. */
import type { ImportFile } from "../../../export/files/byte-source.ts";
import { wholeFile } from "../../../export/files/byte-source.ts";
import type { Picture } from "../../../export/said.ts";
import { MAX_UPLOAD_BYTES, mediaPart } from "../../../tools/files/port.ts";
import type { StorePicture } from "../bring-in.ts";
import type { ImportDeps, ImportWork } from "./work.ts";

const DATA_URL = /^data:(image\/(?:png|jpeg|gif|webp|avif));base64,([A-Za-z0-9+/=\s]+)$/;
/** First bytes of the forms that browsers show. */
const SIGNATURES: readonly [begins: readonly number[], media_type: string][] = [
  [[0x89, 0x50, 0x4e, 0x47], "image/png"],
  [[0xff, 0xd8, 0xff], "image/jpeg"],
  [[0x47, 0x49, 0x46, 0x38], "image/gif"],
  [[0x52, 0x49, 0x46, 0x46], "image/webp"],
];

export function pictureStore({ services }: ImportDeps, work: ImportWork): StorePicture {
  return async (picture) => {
    const found = "data_url" in picture ? ofDataUrl(picture.data_url) : await inFiles(work, picture);
    const media_type = found && mediaTypeOf(found.bytes);
    if (!found || !media_type) return undefined;
    const { owner } = work.record;
    return mediaPart(await services.files.put(owner, { ...found, media_type }));
  };
}

function ofDataUrl(url: string): { name: string; bytes: Uint8Array } | undefined {
  const [, , encoded = ""] = DATA_URL.exec(url) ?? [];
  if (encoded === "") return undefined;
  try {
    const text = atob(encoded);
    return { name: "picture", bytes: Uint8Array.from(text, (character) => character.charCodeAt(0)) };
  } catch {
    return undefined;
  }
}

async function inFiles(work: ImportWork, picture: Extract<Picture, { path: string }>) {
  const file = (await work.pictures()).get(picture.path);
  const bytes = file && (await wholeFile(file, MAX_UPLOAD_BYTES).catch(() => undefined));
  return file && bytes && { name: baseOf(file), bytes };
}

function mediaTypeOf(bytes: Uint8Array): string | undefined {
  return SIGNATURES.find(([begins]) => begins.every((byte, at) => bytes[at] === byte))?.[1];
}

function baseOf({ path }: ImportFile): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
