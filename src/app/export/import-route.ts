/** Route for importing conversations: a zip archive, or the JSON file in it. */
import { z } from "zod";
import { AppError } from "../../domain/errors.ts";
import { readImportedConversations } from "../../export/imported-conversation.ts";
import { pause } from "../../platform/pause.ts";
import { Package } from "../../tools/documents/package.ts";
import { type ApiContext, defineRoute, type Route } from "../http/api.ts";
import { reply } from "../http/reply.ts";
import { bringIn } from "./bring-in.ts";
import { type Place, placesOf } from "./elements.ts";
import { servicesOf } from "./services.ts";

const MOST_BYTES = 50_000_000;
/** Unpacked size of all conversation files together, in bytes: they are in memory while they are read. */
const MOST_UNPACKED = 25_000_000;
/** Bytes of one conversation, which is parsed at once, without yielding. */
const MOST_OF_ONE = 12_000_000;
/** Conversations per request: each costs a call to a Durable Object of its own. */
const MOST_AT_ONCE = 200;
const MOST_FOUND = 100_000;
/** ChatGPT's file, which is split when it is large, and Nightjar's own files. */
const IS_CONVERSATIONS = /(?:^|\/)conversations(?:-\d+)?\.json$|(?:^|\/)conversations\/cnv_\w+\.json$/;

export const importRoute: Route = defineRoute({
  method: "post",
  path: "/import",
  policy: { who: "member", scope: "write" },
  summary:
    "Brings in the conversations of an export of ChatGPT or of Nightjar: its zip archive, or the JSON file in it. Of a large one 200 at a time: send it again while `left` is not 0.",
  takes: ["application/zip", "application/json"],
  answers: () => ({
    200: z.object({ imported: z.int(), known: z.int(), too_long: z.int(), left: z.int() }),
  }),
  handler: imported,
});

async function imported(context: ApiContext) {
  const services = servicesOf(context);
  const { owner } = context.get("principal");
  const done = { imported: 0, known: 0, too_long: 0 };
  const found = await foundIn(await sentFiles(context));
  let isAny = false;
  for (const [index, each] of found.entries()) {
    if (done.imported === MOST_AT_ONCE) return reply(200, { ...done, left: found.length - index });
    const past = pastIn(each);
    isAny ||= past !== undefined;
    if (past === "too_long") done.too_long += 1;
    else if (past && past.said.length > 0) done[await bringIn(services, owner, past)] += 1;
    await pause(0);
  }
  if (!isAny) throw new AppError("malformed_request", NOTHING_IN_IT);
  return reply(200, { ...done, left: 0 });
}

const NOTHING_IN_IT =
  "There is no conversation in it. Send the zip archive that ChatGPT or GET /api/v1/export has made, or the conversations.json in it.";

function isZip([p, k]: Uint8Array): boolean {
  return p === 0x50 && k === 0x4b;
}

/** The files with conversations; the archive itself is released. */
async function sentFiles(context: ApiContext): Promise<Uint8Array[]> {
  if (Number(context.req.header("content-length") ?? 0) > MOST_BYTES) throw tooLarge();
  const bytes = new Uint8Array(await context.req.arrayBuffer());
  if (bytes.length > MOST_BYTES) throw tooLarge();
  if (isZip(bytes)) return ofArchive(bytes);
  if (bytes.length > MOST_UNPACKED) throw tooLarge();
  return [bytes];
}

async function ofArchive(bytes: Uint8Array): Promise<Uint8Array[]> {
  const archive = Package.open(bytes);
  if (!archive) throw new AppError("malformed_request", "The file is not a zip archive, or it is broken.");
  const files: Uint8Array[] = [];
  let room = MOST_UNPACKED;
  for (const path of archive.paths().filter((path) => IS_CONVERSATIONS.test(path))) {
    const file = await archive.bytes(path, room);
    if (file === undefined) throw tooLarge();
    room -= file.length;
    files.push(file);
  }
  return files;
}

interface Found extends Place {
  file: Uint8Array;
}

async function foundIn(files: readonly Uint8Array[]): Promise<Found[]> {
  const found: Found[] = [];
  for (const file of files) {
    const places = await placesOf(file, MOST_FOUND);
    if (places === undefined) throw notJson();
    for (const place of places) found.push({ ...place, file });
    if (found.length >= MOST_FOUND) throw tooLarge();
  }
  return found;
}

function pastIn({ file, from, to }: Found): ReturnType<typeof readImportedConversations> {
  if (to - from > MOST_OF_ONE) return "too_long";
  return readImportedConversations(parsed(new TextDecoder().decode(file.subarray(from, to))));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notJson();
  }
}

function notJson(): AppError {
  return new AppError("malformed_request", "The conversations in it are not valid JSON.");
}

function tooLarge(): AppError {
  return new AppError(
    "payload_too_large",
    `An import has at most ${MOST_BYTES / 1e6} MB, and ${MOST_UNPACKED / 1e6} MB of conversations once it is unpacked. Send its conversations in several files.`,
  );
}
