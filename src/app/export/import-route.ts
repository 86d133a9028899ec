/** Route for importing conversations: a zip archive, or the JSON file in it. */
import { z } from "zod";
import { AppError } from "../../domain/errors.ts";
import { oneLine } from "../../domain/text/hidden-text.ts";
import type { LeftOut } from "../../export/imported-conversation.ts";
import { parseJson } from "../../platform/json.ts";
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
    "Brings in the conversations of an export of ChatGPT, Claude, Open WebUI, LibreChat or Nightjar: its zip archive, or the JSON file in it. Of a large one 200 at a time: send it again while `left` is not 0. What could not be read is counted as `unread`, with `problems` that say why.",
  takes: ["application/zip", "application/json"],
  answers: () => ({
    200: z.object({
      imported: z.int(),
      known: z.int(),
      too_long: z.int(),
      unread: z.int(),
      left: z.int(),
      problems: z.array(z.string()),
    }),
  }),
  handler: imported,
});

async function imported(context: ApiContext) {
  const services = servicesOf(context);
  const { owner } = context.get("principal");
  const done = { imported: 0, known: 0, too_long: 0, unread: 0, problems: [] as string[] };
  const found = await foundIn(await sentFiles(context));
  let isAny = false;
  for (const [index, each] of found.entries()) {
    if (done.imported === MOST_AT_ONCE) return reply(200, { ...done, left: found.length - index });
    const past = await pastIn(each);
    isAny ||= past !== undefined;
    if (past === "too_long") done.too_long += 1;
    else if (past && "said" in past) done[await bringIn(services, owner, past)] += 1;
    else leaveOut(done, past);
    await pause(0);
  }
  if (!isAny) throw new AppError("malformed_request", NOTHING_IN_IT);
  return reply(200, { ...done, left: 0 });
}

const MOST_PROBLEMS = 50;

/** Counts a conversation that is not brought in, so that nothing is lost without a word. */
function leaveOut(done: { unread: number; problems: string[] }, left: LeftOut | undefined): void {
  done.unread += 1;
  if (done.problems.length >= MOST_PROBLEMS) return;
  const { title, problem } = left ?? { title: "", problem: "It is no conversation of a known form." };
  done.problems.push(`${title === "" ? `Conversation ${done.unread}` : oneLine(title, 100)}: ${problem}`);
}

const NOTHING_IN_IT =
  "There is no conversation in it. Send the export of ChatGPT, Claude, Open WebUI, LibreChat or Nightjar: its zip archive, or the JSON file in it.";

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
  const named = archive.paths().filter((path) => IS_CONVERSATIONS.test(path));
  // Programs without a name of their own for it: any JSON file may be one.
  const paths = named.length > 0 ? named : archive.paths().filter((path) => path.endsWith(".json"));
  for (const path of paths) {
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

/** Few requests need the readers of other programs' exports: they are loaded here. */
async function pastIn({ file, from, to }: Found) {
  if (to - from > MOST_OF_ONE) return "too_long";
  const json = parseJson(new TextDecoder().decode(file.subarray(from, to)));
  if (json === undefined) throw notJson();
  const { readImportedConversations } = await import("../../export/imported-conversation.ts");
  return readImportedConversations(json);
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
