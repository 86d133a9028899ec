/** The way in for what was exported elsewhere: a zip archive, or the JSON file in it. */
import { z } from "zod";
import { AppError } from "../domain/errors.ts";
import { type ApiContext, defineRoute, type Route } from "../http/api.ts";
import { bringIn } from "./bring-in.ts";
import { type Past, pastOf } from "./past.ts";

const MOST_BYTES = 50_000_000;
/** Unpacked, of all files with conversations: they are held while they are read. */
const MOST_UNPACKED = 25_000_000;
/** ChatGPT's, which comes in several files when it is large, and those of Nightjar. */
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

async function imported(context: ApiContext): Promise<Response> {
  if (Number(context.req.header("content-length") ?? 0) > MOST_BYTES) throw tooLarge();
  const bytes = new Uint8Array(await context.req.arrayBuffer());
  if (bytes.length > MOST_BYTES) throw tooLarge();
  const past = isZip(bytes) ? await ofArchive(bytes) : pastIn(bytes);
  if (past === undefined) throw new AppError("malformed_request", NOTHING_IN_IT);
  return context.json(await bringIn(context.get("house"), context.get("principal").owner, past));
}

const NOTHING_IN_IT =
  "There is no conversation in it. Send the zip archive that ChatGPT or GET /api/v1/export has made, or the conversations.json in it.";

function isZip([p, k]: Uint8Array): boolean {
  return p === 0x50 && k === 0x4b;
}

async function ofArchive(bytes: Uint8Array): Promise<Past[] | undefined> {
  const { unzipSync } = await import("fflate");
  let total = 0;
  let files: Record<string, Uint8Array>;
  try {
    files = unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (!IS_CONVERSATIONS.test(name)) return false;
        total += originalSize;
        return total <= MOST_UNPACKED;
      },
    });
  } catch {
    throw new AppError("malformed_request", "The file is not a zip archive, or it is broken.");
  }
  if (total > MOST_UNPACKED) throw tooLarge();
  const found = Object.values(files).flatMap((file) => pastIn(file) ?? []);
  return found.length === 0 ? undefined : found;
}

function pastIn(bytes: Uint8Array): Past[] | undefined {
  if (bytes.length > MOST_UNPACKED) throw tooLarge();
  try {
    return pastOf(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    throw new AppError("malformed_request", "The conversations in it are not valid JSON.");
  }
}

function tooLarge(): AppError {
  return new AppError(
    "payload_too_large",
    `An import has at most ${MOST_BYTES / 1e6} MB, and ${MOST_UNPACKED / 1e6} MB of conversations once it is unpacked. Send its conversations in several files.`,
  );
}
