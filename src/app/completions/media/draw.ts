/** Answer of a request for a picture; loaded by the first one. */
import type { SchemaOutput } from "../../../contract/schema.ts";
import { AppError } from "../../../domain/errors.ts";
import { toBase64 } from "../../../platform/bytes.ts";
import type { Picture, PictureRequest } from "../../../tools/media/make-image.ts";
import type { ApiContext } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";
import type { ImageBody } from "./image-body.ts";

const WITHIN_MS = 180_000;
/** Ratio of width to height from which a picture is wide. */
const WIDE = 1.2;

type AskedImage = SchemaOutput<typeof ImageBody>;

export async function draw(context: ApiContext, asked: AskedImage) {
  check(asked);
  const illustrate = servicesOf(context).illustrator();
  if (!illustrate)
    throw new AppError(
      "conflict",
      "No provider that makes pictures is connected. An admin can connect one on the Models page.",
    );
  const { prompt, size, response_format } = asked;
  const wanted = { prompt, shape: shapeOf(size ?? "auto") };
  const drawn = await illustrate(wanted, AbortSignal.timeout(WITHIN_MS)).catch(() => undefined);
  if (drawn === undefined) throw new AppError("api_fail", "The picture was not drawn in time. Try again.");
  if (!drawn.ok) throw new AppError("api_fail", drawn.reason);
  const image =
    response_format === "url"
      ? { url: await addressOf(context, drawn) }
      : { b64_json: toBase64(drawn.bytes) };
  return reply(200, { created: Math.floor(servicesOf(context).now() / 1000), data: [image] });
}

function check({ n, stream }: AskedImage): void {
  if (n != null && n !== 1)
    throw new AppError(
      "malformed_request",
      "n: one picture is drawn at a time. Leave it out, and ask again.",
    );
  if (stream) throw new AppError("malformed_request", "stream: a picture comes whole. Leave it out.");
}

function shapeOf(size: string): PictureRequest["shape"] {
  const [width, height] = size.split("x").map(Number);
  const ratio = width && height ? width / height : 1;
  if (ratio >= WIDE) return "wide";
  return ratio <= 1 / WIDE ? "tall" : "square";
}

/** Keeps the picture among the person's files. */
async function addressOf(
  context: ApiContext,
  { bytes, media_type }: Extract<Picture, { ok: true }>,
): Promise<string> {
  const name = `image.${media_type.slice("image/".length)}`;
  const { owner } = context.get("principal");
  const { id } = await servicesOf(context).files.put(owner, { name, media_type, bytes });
  return `${new URL(context.req.url).origin}/v1/files/${id}/content`;
}
