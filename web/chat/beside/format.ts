/** Chooses the form in which something is previewed. */
import type { PreviewSource } from "../../session/preview-source.ts";

export type Format = "page" | "svg" | "markdown" | "table" | "image" | "pdf" | "text";

const BY_ENDING: Readonly<Record<string, Format>> = {
  html: "page",
  htm: "page",
  svg: "svg",
  md: "markdown",
  markdown: "markdown",
  csv: "table",
  tsv: "table",
  png: "image",
  jpg: "image",
  jpeg: "image",
  gif: "image",
  webp: "image",
  avif: "image",
  pdf: "pdf",
};

export function formatOf(source: PreviewSource): Format {
  if (source.kind === "code") return BY_ENDING[source.language.toLowerCase()] ?? "text";
  return BY_ENDING[languageOf(source)] ?? (source.kind === "file" ? ofMedia(source.media_type) : "text");
}

/** Whether a message's file can be previewed. */
export function isPreviewable(name: string, media_type: string): boolean {
  const format = formatOf({ kind: "file", name, media_type, address: "" });
  return format !== "text" || /^text\/|json$/.test(media_type);
}

/** Name of the language that it is written in, as code blocks name theirs. */
export function languageOf(source: PreviewSource): string {
  if (source.kind === "code") return source.language.toLowerCase();
  const name = source.kind === "workspace" ? source.path : source.name;
  return /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "";
}

export function titleOf(source: PreviewSource): string {
  if (source.kind === "code") return source.title;
  return source.kind === "workspace" ? source.path : source.name;
}

/** An HTML page with the SVG in its middle. */
export function pageOfSvg(svg: string): string {
  return `<!doctype html><style>html,body{block-size:100%;margin:0}body{display:grid;place-items:center}svg{max-inline-size:100%;max-block-size:100%}</style>${svg}`;
}

function ofMedia(type: string): Format {
  if (type === "application/pdf") return "pdf";
  return /^image\/(png|jpeg|gif|webp|avif)$/.test(type) ? "image" : "text";
}
