/** Sources of a conversation over HTTP. */
import type { NumberedSource } from "../../../src/channels/web/wire.ts";
import { call, type Result } from "../http.ts";

export interface SourceText {
  source: NumberedSource;
  text: string;
}

/** A source with its text, as it was read. */
export function sourceText(conversation: string, hash: string): Promise<Result<SourceText>> {
  return call("GET", `/conversations/${encodeURIComponent(conversation)}/sources/${hash}`);
}
