/** Knowledge collections. */
import type {
  CollectionChange,
  CollectionDocument,
  CollectionFields,
  CollectionSummary,
} from "../../../src/contract/collections/collections.ts";
import { call, type Result } from "../http.ts";

export type { CollectionDocument, CollectionSummary };

const at = (id: string) => `/collections/${encodeURIComponent(id)}`;

export function listCollections(): Promise<Result<{ items: CollectionSummary[] }>> {
  return call("GET", "/collections");
}

export function addCollection(fields: CollectionFields): Promise<Result<CollectionSummary>> {
  return call("POST", "/collections", fields);
}

export function changeCollection(id: string, change: CollectionChange): Promise<Result<CollectionSummary>> {
  return call("PATCH", at(id), change);
}

export function removeCollection(id: string): Promise<Result<null>> {
  return call("DELETE", at(id));
}

export function syncCollection(id: string): Promise<Result<CollectionSummary>> {
  return call("POST", `${at(id)}/sync`, {});
}

export function listDocuments(id: string): Promise<Result<{ items: CollectionDocument[] }>> {
  return call("GET", `${at(id)}/documents`);
}
