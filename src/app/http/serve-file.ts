/** Serves stored files so that nothing of them ever runs in the app's origin. */

/** Types shown in the page; everything else is downloaded. SVG is not among them: it can hold scripts. */
const SHOWN = /^(image\/(png|jpeg|gif|webp|avif)|audio\/[\w.+-]+|video\/(mp4|webm))$/;

export interface ServedFile {
  name: string;
  media_type: string;
  etag: string;
  bytes: Uint8Array | ReadableStream;
  size: number;
}

export function fileResponse(file: ServedFile): Response {
  const isShown = SHOWN.test(file.media_type);
  const type = /^text\//.test(file.media_type) ? "text/plain; charset=utf-8" : file.media_type;
  return new Response(file.bytes as BodyInit, {
    headers: {
      "content-type": type,
      "content-length": String(file.size),
      "content-disposition": `${isShown ? "inline" : "attachment"}; filename*=UTF-8''${encodeName(file.name)}`,
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
      "cache-control": "private, max-age=0, must-revalidate",
      etag: `"${file.etag}"`,
    },
  });
}

/** The header of a download with that name. */
export function attachmentOf(name: string): string {
  return `attachment; filename*=UTF-8''${encodeName(name)}`;
}

function encodeName(name: string): string {
  return encodeURIComponent(name.slice(name.lastIndexOf("/") + 1).toWellFormed()).replace(
    /['()*]/g,
    (character) => {
      return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
    },
  );
}
