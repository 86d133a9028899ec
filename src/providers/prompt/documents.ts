/** Converts documents to text for models that cannot read them; long ones become an excerpt by the words of the message they came with. */
import type {
  FileBlock,
  MediaBlock,
  ModelMessage,
  ModelRequest,
  TextBlock,
  ToolResultBlock,
  UserBlock,
} from "../../agent/ports/model.ts";
import { type Excerpt, readingOf, readingWords, type Unread } from "../../domain/text/document-reading.ts";
import { oneLine } from "../../domain/text/hidden-text.ts";
import { excerptBlock, passagesBlock, questionsOf } from "./excerpts.ts";
import { isReadableText, quotedFile } from "./text-files.ts";

/**
 * A document's content as Markdown, an excerpt of it when it is too long, or the reason for its absence. `recognizes`: the
 * text of a scan is recognized, at a cost. `question`: words that passages of a long one are chosen by. Never rejects.
 */
export type ReadDocument = (
  file: FileBlock,
  asked: { recognizes: boolean; question: string },
) => Promise<Excerpt | string | Unread>;

export interface Read {
  request: ModelRequest;
  /** Names of the newest messages' documents that are sent as text, with how much of each. */
  as_text: string[];
  /** Sentences about files that were not read, or were left out. */
  unread: string[];
}

interface DocumentReading {
  takes(block: MediaBlock): boolean;
  read(file: FileBlock, question: string): ReturnType<ReadDocument>;
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
  const { messages, history_length } = request;
  const as_text: string[] = [];
  const unread = aboutFiles(request);
  const questions = questionsOf(messages);
  const long: LongFile[] = [];
  const read = await Promise.all(
    messages.map(async (message, index): Promise<ModelMessage> => {
      if (message.role === "assistant") return message;
      const isNew = index >= history_length;
      const report: Report = {
        question: questions[index] ?? "",
        asText: (name) => void (isNew && as_text.push(name)),
        unread: (name) => void (isNew && unread.push(name)),
        long: (file) => void (!isNew && long.push(file)),
      };
      if (message.role === "tool") {
        const results = message.content.map((result) => readResult(result, reading, report));
        return { role: "tool", content: await Promise.all(results) };
      }
      const content = await Promise.all(message.content.map((block) => readBlock(block, reading, report)));
      return { role: "user", content };
    }),
  );
  const asked = questions[history_length] ?? "";
  const fresh = await Promise.all(long.map((file) => passagesFor(file, asked, reading)));
  return {
    request: { ...request, messages: withPassing(read, history_length, fresh.flat()) },
    as_text,
    unread,
  };
}

/** A long file of an earlier message, and the words that its passages there were chosen by. */
interface LongFile {
  file: FileBlock;
  question: string;
}

/** Passages for the newest question; those of the message that the file came with stay as they are, so that the history keeps its bytes. */
async function passagesFor(
  { file, question }: LongFile,
  asked: string,
  { read }: DocumentReading,
): Promise<TextBlock[]> {
  if (asked.trim() === "" || asked === question) return [];
  const found = await read(file, asked);
  const isFitting = typeof found !== "string" && "fits" in found && found.fits;
  return isFitting ? [passagesBlock(file, found)] : [];
}

/** The newest message of a person, with these behind its words. */
function withPassing(
  messages: readonly ModelMessage[],
  at: number,
  passing: readonly TextBlock[],
): ModelMessage[] {
  return messages.map((message, index) =>
    index === at && message.role === "user" && passing.length > 0
      ? { role: "user", content: [...message.content, ...passing] }
      : message,
  );
}

interface Report {
  /** Words of the person that the file came with. */
  question: string;
  long(file: LongFile): void;
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
  const found = await read(block, report.question);
  const name = oneLine(block.name);
  if (typeof found === "string") {
    report.asText(`${name} (${readingWords(readingOf(found))})`);
    return quotedFile(block, found) satisfies TextBlock;
  }
  if ("problem" in found) {
    report.unread(`${name} could not be read. ${found.problem}`);
    return { type: "text", text: `[${name}: could not be read. ${found.problem}]` };
  }
  report.asText(`${name} (${found.size}, as an outline and passages)`);
  report.long({ file: block, question: report.question });
  return excerptBlock(block, found);
}

function isDocument(block: UserBlock): block is FileBlock {
  return block.type === "file" && (block.is_long === true || !isReadableText(block.media_type));
}
