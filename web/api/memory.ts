/** Long-term memory over HTTP. */
import type { Page } from "../../src/channels/web/wire.ts";
import { call, query, type Result } from "./http.ts";

export interface MemoryItem {
  id: string;
  content: string;
  tags?: string[];
  tier?: string;
  /** ISO 8601, UTC. */
  created_at?: string;
  conversation_id?: string | null;
}

/** What search finds may be said in other words than an item: a passage, with where it stands. */
interface Found extends Partial<MemoryItem> {
  id: string;
  text?: string;
  at?: string;
}

/** An empty `q` lists, newest first. */
export async function listMemory(q: string, cursor: string | null): Promise<Result<Page<MemoryItem>>> {
  const path = q === "" ? `/memory/items${query({ cursor })}` : `/memory/search${query({ q, cursor })}`;
  const page = await call<{ items: Found[]; next_cursor?: string | null }>("GET", path);
  if (!page.ok) return page;
  return {
    ok: true,
    value: { items: page.value.items.map(itemOf), next_cursor: page.value.next_cursor ?? null },
  };
}

export function changeMemory(id: string, content: string): Promise<Result<unknown>> {
  return call("PATCH", `/memory/items/${encodeURIComponent(id)}`, { content });
}

export function deleteMemory(id: string): Promise<Result<unknown>> {
  return call("DELETE", `/memory/items/${encodeURIComponent(id)}`);
}

function itemOf({ text, at, ...found }: Found): MemoryItem {
  const created_at = found.created_at ?? at;
  return {
    ...found,
    content: found.content ?? text ?? "",
    ...(created_at === undefined ? {} : { created_at }),
  };
}
