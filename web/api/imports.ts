/** Imports in steps, over HTTP. */
import type { Page } from "../../src/channels/web/wire.ts";
import type { Import, NewImportFields, TakeFields } from "../../src/contract/imports.ts";
import { call, putFile, type Result } from "./http.ts";

export type { Import };

export function listImports(): Promise<Result<Page<Import>>> {
  return call("GET", "/imports");
}

export function beginImport(fields: NewImportFields): Promise<Result<Import>> {
  return call("POST", "/imports", fields);
}

export function sendPart(id: string, index: number, part: Blob): Promise<Result<null>> {
  return putFile(`/imports/${encodeURIComponent(id)}/parts/${index}`, part, {
    "content-type": "application/octet-stream",
  });
}

export function previewImport(id: string): Promise<Result<Import>> {
  return call("POST", `/imports/${encodeURIComponent(id)}/preview`);
}

export function readImport(id: string): Promise<Result<Import>> {
  return call("GET", `/imports/${encodeURIComponent(id)}`);
}

export function startImport(id: string, fields: TakeFields): Promise<Result<Import>> {
  return call("POST", `/imports/${encodeURIComponent(id)}/start`, fields);
}

export function removeImport(id: string): Promise<Result<null>> {
  return call("DELETE", `/imports/${encodeURIComponent(id)}`);
}
