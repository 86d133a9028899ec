/** Long-term memory over HTTP. */
import type { Page } from "../../src/channels/web/wire.ts";
import { call, query, type Result } from "./http.ts";

export interface MemoryItem {
  id: string;
  content: string;
  tags?: string[];
  /** A search finds more than memories: what was said, read and happened. Only memories can be edited here. */
  kind?: "memory" | "turn" | "file" | "fact" | "episode";
  /** Who said it. */
  speaker?: string;
  /** Of a file. */
  path?: string;
  /** ISO 8601, UTC. */
  created_at?: string | null;
  conversation_id?: string | null;
}

/** A passage as search finds it, or a memory as the list has it. */
interface Found extends Partial<MemoryItem> {
  id: string;
  text?: string;
  at?: string | null;
}

/** An empty `q` lists, newest first. */
export async function listMemory(q: string, cursor: string | null): Promise<Result<Page<MemoryItem>>> {
  const path = q === "" ? `/memory/items${query({ cursor })}` : `/memory/search${query({ q })}`;
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
  return { ...found, content: found.content ?? text ?? "", created_at: found.created_at ?? at ?? null };
}
