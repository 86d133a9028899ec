/** Finding conversations and what was said in them, over HTTP. */
import type { Page } from "../../src/channels/web/wire.ts";
import { call, query, type Result } from "./http.ts";

export interface FoundMessage {
  conversation_id: string;
  message_id: string;
  /** Of the conversation. */
  title: string;
  archived: boolean;
  role: string;
  speaker: string;
  agent: string;
  /** ISO 8601. */
  at: string | null;
  snippet: string;
  /** Where the words stand in the snippet: begin and end. */
  marks: [number, number][];
}

export interface Label {
  name: string;
  conversations: number;
}

export interface Labels {
  folders: Label[];
  tags: Label[];
}

export function searchMessages(q: string, limit: number): Promise<Result<Page<FoundMessage>>> {
  return call("GET", `/conversations/search${query({ q, limit })}`);
}

export function listLabels(): Promise<Result<Labels>> {
  return call("GET", "/conversations/labels");
}
