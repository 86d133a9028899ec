/** A media type from a file's name. */

const TYPES: ReadonlyMap<string, string> = new Map([
  ["md", "text/markdown"],
  ["txt", "text/plain"],
  ["csv", "text/csv"],
  ["tsv", "text/tab-separated-values"],
  ["html", "text/html"],
  ["css", "text/css"],
  ["js", "text/javascript"],
  ["ts", "text/plain"],
  ["lua", "text/plain"],
  ["py", "text/plain"],
  ["json", "application/json"],
  ["jsonl", "application/jsonl"],
  ["yaml", "application/yaml"],
  ["yml", "application/yaml"],
  ["toml", "application/toml"],
  ["xml", "application/xml"],
  ["svg", "image/svg+xml"],
  ["png", "image/png"],
  ["jpg", "image/jpeg"],
  ["jpeg", "image/jpeg"],
  ["gif", "image/gif"],
  ["webp", "image/webp"],
  ["avif", "image/avif"],
  ["pdf", "application/pdf"],
  ["mp3", "audio/mpeg"],
  ["wav", "audio/wav"],
  ["ogg", "audio/ogg"],
  ["m4a", "audio/mp4"],
  ["mp4", "video/mp4"],
  ["zip", "application/zip"],
]);

export function mediaTypeOf(path: string): string {
  const ending = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  return TYPES.get(ending) ?? (path.includes(".") ? "application/octet-stream" : "text/plain");
}
