/** Documents that a model cannot read itself are given to it as text. */
import type {
  FileBlock,
  MediaBlock,
  ModelMessage,
  ModelRequest,
  TextBlock,
  UserBlock,
} from "../../agent/ports/model.ts";
import { readingOf, readingWords, type Unread } from "../../domain/text/document-reading.ts";
import { oneLine } from "../../domain/text/hidden-text.ts";
import { isReadableText, quotedFile } from "./text-files.ts";

/** What a document says, as Markdown, cut where it is too long; or why nothing. Undefined: nobody here reads. Never rejects. */
export type ReadDocument = (file: FileBlock) => Promise<string | Unread | undefined>;

export interface Read {
  request: ModelRequest;
  /** The newest messages' documents that are given as text: their names, and how much of each. */
  as_text: string[];
  /** Those that have no words, with the reason. */
  unread: string[];
}

interface Reading {
  takes(block: MediaBlock): boolean;
  read: ReadDocument;
}

/** Waits only where a document is to be read. */
export function withDocuments(request: ModelRequest, reading: Reading): Read | Promise<Read> {
  const isToRead = (block: UserBlock) => isDocument(block) && !reading.takes(block);
  const hasAny = request.messages.some(({ role, content }) => role === "user" && content.some(isToRead));
  return hasAny ? readAll(request, reading) : { request, as_text: [], unread: [] };
}

async function readAll(request: ModelRequest, reading: Reading): Promise<Read> {
  const as_text: string[] = [];
  const unread: string[] = [];
  const messages = await Promise.all(
    request.messages.map(async (message, index): Promise<ModelMessage> => {
      if (message.role !== "user") return message;
      const isNew = index >= request.history_length;
      const told: Told = {
        asText: (name) => void (isNew && as_text.push(name)),
        unread: (name) => void (isNew && unread.push(name)),
      };
      const content = await Promise.all(message.content.map((block) => readBlock(block, reading, told)));
      return { role: "user", content };
    }),
  );
  return { request: { ...request, messages }, as_text, unread };
}

interface Told {
  asText(name: string): void;
  unread(name: string): void;
}

async function readBlock(block: UserBlock, { takes, read }: Reading, told: Told): Promise<UserBlock> {
  if (!isDocument(block) || takes(block)) return block;
  const text = await read(block);
  if (text === undefined) return block;
  const name = oneLine(block.name);
  if (typeof text !== "string") {
    told.unread(`${name} could not be read. ${text.problem}`);
    return { type: "text", text: `[${name}: could not be read. ${text.problem}]` };
  }
  told.asText(`${name} (${readingWords(readingOf(text))})`);
  return quotedFile(block, text) satisfies TextBlock;
}

function isDocument(block: UserBlock): block is FileBlock {
  return block.type === "file" && !isReadableText(block.media_type);
}
