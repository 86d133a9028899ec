/** Documents that a model cannot read itself are given to it as text. */
import type {
  FileBlock,
  MediaBlock,
  ModelMessage,
  ModelRequest,
  TextBlock,
  UserBlock,
} from "../../agent/ports/model.ts";
import { readingOf, readingWords } from "../../domain/text/document-reading.ts";
import { oneLine } from "../../domain/text/hidden-text.ts";
import { isReadableText, quotedFile } from "./text-files.ts";

/** What a document says, as Markdown, cut where it is too long. Undefined: none that can be read. Never rejects. */
export type ReadDocument = (file: FileBlock) => Promise<string | undefined>;

export interface Read {
  request: ModelRequest;
  /** The newest messages' documents that are given as text: their names, and how much of each. */
  as_text: string[];
}

interface Reading {
  takes(block: MediaBlock): boolean;
  read: ReadDocument;
}

/** Waits only where a document is to be read. */
export function withDocuments(request: ModelRequest, reading: Reading): Read | Promise<Read> {
  const isToRead = (block: UserBlock) => isDocument(block) && !reading.takes(block);
  const hasAny = request.messages.some(({ role, content }) => role === "user" && content.some(isToRead));
  return hasAny ? readAll(request, reading) : { request, as_text: [] };
}

async function readAll(request: ModelRequest, reading: Reading): Promise<Read> {
  const as_text: string[] = [];
  const messages = await Promise.all(
    request.messages.map(async (message, index): Promise<ModelMessage> => {
      if (message.role !== "user") return message;
      const isNew = index >= request.history_length;
      const told = (name: string) => isNew && as_text.push(name);
      const content = await Promise.all(message.content.map((block) => readBlock(block, reading, told)));
      return { role: "user", content };
    }),
  );
  return { request: { ...request, messages }, as_text };
}

async function readBlock(
  block: UserBlock,
  { takes, read }: Reading,
  told: (name: string) => void,
): Promise<UserBlock> {
  if (!isDocument(block) || takes(block)) return block;
  const text = await read(block);
  if (text === undefined) return block;
  told(`${oneLine(block.name)} (${readingWords(readingOf(text))})`);
  return quotedFile(block, text) satisfies TextBlock;
}

function isDocument(block: UserBlock): block is FileBlock {
  return block.type === "file" && !isReadableText(block.media_type);
}
