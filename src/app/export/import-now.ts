/** Import of conversations within one request: of a zip archive, or the JSON file in it. Loaded by the first one. */
import { AppError } from "../../domain/errors.ts";
import { oneLine } from "../../domain/text/hidden-text.ts";
import type { LeftOut } from "../../export/imported-conversation.ts";
import { pause } from "../../platform/pause.ts";
import { Package } from "../../tools/documents/package.ts";
import type { ApiContext } from "../http/api.ts";
import { reply } from "../http/reply.ts";
import { bringIn, type StorePicture } from "./bring-in.ts";
import type { FindText } from "./cited-texts.ts";
import { type Place, placesOf } from "./elements.ts";
import { servicesOf } from "./services.ts";

const MOST_BYTES = 50_000_000;
/** Unpacked size of one file with conversations, in bytes: one of them is in memory at a time. */
const MOST_UNPACKED = 40_000_000;
/** Bytes of one conversation, which is parsed at once, without yielding. */
const MOST_OF_ONE = 12_000_000;
/** Conversations per request: each costs a call to a Durable Object of its own. */
const MOST_AT_ONCE = 200;
const MOST_FOUND = 100_000;
/** ChatGPT's file, which is split when it is large, Nightjar's own files, and Gemini's among other activity of Google. */
const IS_CONVERSATIONS =
  /(?:^|\/)conversations(?:-\d+)?\.json$|(?:^|\/)conversations\/cnv_\w+\.json$|\/[^/]*gemini[^/]*\/[^/]+\.json$/i;
/** Takeout's usual form, whose dates are written in the language of the account. */
const IS_ACTIVITY_PAGE = /\/[^/]*gemini[^/]*\/[^/]+\.html$/i;

export async function importNow(context: ApiContext) {
  const services = servicesOf(context);
  const { owner } = context.get("principal");
  const done = { imported: 0, known: 0, too_long: 0, unread: 0, problems: [] as string[] };
  const [seen, left] = [{ any: false, count: 0 }, { count: 0 }];
  for await (const file of sentFiles(context)) {
    for (const unit of await unitsIn(file)) {
      if (++seen.count > MOST_FOUND) throw tooLarge();
      if (done.imported === MOST_AT_ONCE) {
        left.count += 1;
        continue;
      }
      const past = await pastIn(unit);
      seen.any ||= past !== undefined;
      if (past === "too_long") done.too_long += 1;
      else if (past && "said" in past)
        done[await bringIn(services, owner, { past, store: NO_PICTURES, find: NO_TEXTS })] += 1;
      else leaveOut(done, past);
      await pause(0);
    }
  }
  if (!seen.any) throw new AppError("malformed_request", NOTHING_IN_IT);
  return reply(200, { ...done, left: left.count });
}

/** Pictures and the texts of sources come by the import in steps, which keeps the archive that they are in. */
const NO_PICTURES: StorePicture = async () => undefined;
const NO_TEXTS: FindText = async () => undefined;

const MOST_PROBLEMS = 50;

/** Counts a conversation that is not brought in, so that nothing is lost without a word. */
function leaveOut(done: { unread: number; problems: string[] }, left: LeftOut | undefined): void {
  done.unread += 1;
  if (done.problems.length >= MOST_PROBLEMS) return;
  const { title, problem } = left ?? {
    title: "",
    problem: "Nightjar doesn't know this kind of conversation.",
  };
  done.problems.push(`${title === "" ? `Conversation ${done.unread}` : oneLine(title, 100)}: ${problem}`);
}

const NOTHING_IN_IT =
  "There is no conversation in it. Send the export of ChatGPT, Claude, Gemini, Open WebUI, LibreChat or Nightjar: its zip archive, or the JSON file in it.";

function isZip([p, k]: Uint8Array): boolean {
  return p === 0x50 && k === 0x4b;
}

/** The files with conversations, one after the other. */
async function* sentFiles(context: ApiContext): AsyncGenerator<Uint8Array, void> {
  if (Number(context.req.header("content-length") ?? 0) > MOST_BYTES) throw tooLarge();
  const bytes = new Uint8Array(await context.req.arrayBuffer());
  if (bytes.length > MOST_BYTES) throw tooLarge();
  if (isZip(bytes)) yield* ofArchive(bytes);
  else if (bytes.length > MOST_UNPACKED) throw tooLarge();
  else yield bytes;
}

async function* ofArchive(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  const archive = Package.open(bytes);
  if (!archive) throw new AppError("malformed_request", "The file is not a zip archive, or it is broken.");
  const all = archive.paths();
  const named = all.filter((path) => IS_CONVERSATIONS.test(path));
  // Programs without a name of their own for it: any JSON file may be one.
  const paths = named.length > 0 ? named : all.filter((path) => path.endsWith(".json"));
  if (named.length === 0 && all.some((path) => IS_ACTIVITY_PAGE.test(path)))
    throw new AppError("malformed_request", GEMINI_AS_PAGE);
  for (const path of paths) {
    const file = await archive.bytes(path, MOST_UNPACKED);
    if (file === undefined) throw tooLarge();
    yield file;
  }
}

const GEMINI_AS_PAGE =
  "Gemini's chats are in it as a web page, which is not read. Ask Google Takeout again: under My Activity choose Gemini Apps, and JSON as its format.";

/** Conversation of a file: a value of its list, or several of them. */
interface Unit {
  file: Uint8Array;
  places: readonly Place[];
  isSitting: boolean;
}

async function unitsIn(file: Uint8Array): Promise<Unit[]> {
  const places = await placesOf(file, MOST_FOUND);
  if (places === undefined) throw notJson();
  const { sittingsOf } = await import("./sittings.ts");
  const sittings = await sittingsOf(file, places);
  return sittings
    ? sittings.map((sitting) => ({ file, places: sitting, isSitting: true }))
    : places.map((place) => ({ file, places: [place], isSitting: false }));
}

/** Few requests need the readers of other programs' exports: they are loaded here. */
async function pastIn({ file, places, isSitting }: Unit) {
  if (places.reduce((sum, { from, to }) => sum + to - from, 0) > MOST_OF_ONE) return "too_long";
  const { jsonAt } = await import("./sittings.ts");
  const values = places.map((place) => jsonAt(file, place));
  if (values.includes(undefined)) throw notJson();
  const { readImportedConversations } = await import("../../export/imported-conversation.ts");
  return readImportedConversations(isSitting ? values : values[0]);
}

function notJson(): AppError {
  return new AppError("malformed_request", "The conversations in it are not valid JSON.");
}

function tooLarge(): AppError {
  return new AppError(
    "payload_too_large",
    `An import has at most ${MOST_BYTES / 1e6} MB, and each file with conversations in it ${MOST_UNPACKED / 1e6} MB. Send a larger one in several files.`,
  );
}
