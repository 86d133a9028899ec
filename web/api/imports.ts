/** Imports in steps, over HTTP. */
import type { Page } from "../../src/channels/web/wire.ts";
import type { Import, NewImportFields, TakeFields } from "../../src/contract/imports.ts";
import { api, call, putFile, type Result } from "./http.ts";

export type { Import };

export function listImports(): Promise<Result<Page<Import>>> {
  return api("GET /imports");
}

export function beginImport(fields: NewImportFields): Promise<Result<Import>> {
  return api("POST /imports", {}, fields);
}

export function sendPart(id: string, index: number, part: Blob): Promise<Result<null>> {
  return putFile(`/imports/${encodeURIComponent(id)}/parts/${index}`, part, {
    "content-type": "application/octet-stream",
  });
}

export function previewImport(id: string): Promise<Result<Import>> {
  return api("POST /imports/{id}/preview", { id });
}

export function readImport(id: string): Promise<Result<Import>> {
  return api("GET /imports/{id}", { id });
}

export function startImport(id: string, fields: TakeFields): Promise<Result<Import>> {
  return api("POST /imports/{id}/start", { id }, fields);
}

export function removeImport(id: string): Promise<Result<null>> {
  return call("DELETE", `/imports/${encodeURIComponent(id)}`);
}
