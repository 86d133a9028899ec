/** Text recognition of a file. */
import type { FileReading } from "../../../src/contract/files.ts";
import { call, type Result } from "../http.ts";

/** `url`: the file's own. */
export function recognizeFile(url: string): Promise<Result<FileReading>> {
  const { pathname } = new URL(url, location.origin);
  return call("POST", `${pathname.replace(/^\/api\/v1/, "")}/recognition`, {});
}
