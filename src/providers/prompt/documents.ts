/** Converts documents to text for models that cannot read them. */
import type {
  FileBlock,
  MediaBlock,
  ModelMessage,
  ModelRequest,
  TextBlock,
  ToolResultBlock,
  UserBlock,
} from "../../agent/ports/model.ts";
import { readingOf, readingWords, type Unread } from "../../domain/text/document-reading.ts";
import { oneLine } from "../../domain/text/hidden-text.ts";
import { isReadableText, quotedFile } from "./text-files.ts";

/**
 * A document's content as Markdown, cut when too long, or the reason for its absence. `recognizes`: the text of a scan is
 * recognized, at a cost. Never rejects.
 */
export type ReadDocument = (file: FileBlock, recognizes: boolean) => Promise<string | Unread>;

export interface Read {
  request: ModelRequest;
  /** Names of the newest messages' documents that are sent as text, with how much of each. */
  as_text: string[];
  /** Sentences about files that were not read, were cut or left out. */
  unread: string[];
}

interface DocumentReading {
  takes(block: MediaBlock): boolean;
  read(file: FileBlock): Promise<string | Unread>;
}

/** Returns a promise only when there is a document to read. */
export function withDocuments(request: ModelRequest, reading: DocumentReading): Read | Promise<Read> {
  const isToRead = (block: UserBlock) => isDocument(block) && !reading.takes(block);
  const hasAny = request.messages.some((message) => blocksOf(message).some(isToRead));
  return hasAny ? readAll(request, reading) : { request, as_text: [], unread: aboutFiles(request) };
}

/** Sentences about the newest messages' text files that were cut or left out. */
function aboutFiles({ messages, history_length }: ModelRequest): string[] {
  return messages
    .slice(history_length)
    .flatMap((message) => (message.role === "user" ? message.content : []))
    .flatMap((block) => (block.type === "text" && block.about_file ? [block.about_file] : []));
}

/** Blocks that may be documents: those of people, and those that tools show. */
function blocksOf({ role, content }: ModelMessage): readonly UserBlock[] {
  if (role === "user") return content;
  return role === "tool" ? content.flatMap(({ media = [] }) => media) : [];
}

async function readAll(request: ModelRequest, reading: DocumentReading): Promise<Read> {
  const as_text: string[] = [];
  const unread = aboutFiles(request);
  const messages = await Promise.all(
    request.messages.map(async (message, index): Promise<ModelMessage> => {
      if (message.role === "assistant") return message;
      const isNew = index >= request.history_length;
      const report: Report = {
        asText: (name) => void (isNew && as_text.push(name)),
        unread: (name) => void (isNew && unread.push(name)),
      };
      if (message.role === "tool") {
        const results = message.content.map((result) => readResult(result, reading, report));
        return { role: "tool", content: await Promise.all(results) };
      }
      const content = await Promise.all(message.content.map((block) => readBlock(block, reading, report)));
      return { role: "user", content };
    }),
  );
  return { request: { ...request, messages }, as_text, unread };
}

interface Report {
  asText(name: string): void;
  unread(name: string): void;
}

/** Documents that a tool shows follow the words of its result. */
async function readResult(
  result: ToolResultBlock,
  reading: DocumentReading,
  report: Report,
): Promise<ToolResultBlock> {
  const { media = [], ...rest } = result;
  if (media.length === 0) return result;
  const blocks = await Promise.all(media.map((block) => readBlock(block, reading, report)));
  const texts = blocks.flatMap((block) => (block.type === "text" ? [block.text] : []));
  const left = blocks.filter((block) => block.type !== "text");
  return { ...rest, content: [rest.content, ...texts].join("\n\n"), ...(left.length > 0 && { media: left }) };
}

async function readBlock(
  block: UserBlock,
  { takes, read }: DocumentReading,
  report: Report,
): Promise<UserBlock> {
  if (!isDocument(block) || takes(block)) return block;
  const text = await read(block);
  const name = oneLine(block.name);
  if (typeof text !== "string") {
    report.unread(`${name} could not be read. ${text.problem}`);
    return { type: "text", text: `[${name}: could not be read. ${text.problem}]` };
  }
  report.asText(`${name} (${readingWords(readingOf(text))})`);
  return quotedFile(block, text) satisfies TextBlock;
}

function isDocument(block: UserBlock): block is FileBlock {
  return block.type === "file" && !isReadableText(block.media_type);
}
