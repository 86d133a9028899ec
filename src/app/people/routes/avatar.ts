/** People's pictures of themselves, and initials in place of one. */
import { z } from "zod";
import { AppError } from "../../../domain/errors.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { servicesOf } from "../services.ts";

const MAX_BYTES = 200_000;
const IMAGE = /^image\/(png|jpeg|webp)$/;

const Params = () => z.object({ id: z.string().max(100) });

export const avatarRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/people/:id/avatar",
    policy: { who: "person", scope: ["read", "chat"] },
    summary: "A person's picture; without one, their initial on their colour.",
    params: Params,
    answers: () => ({ 200: "file" }),
    handler: (context, { params: { id } }) => show(context, id),
  }),
];

/** Throws an AppError unless the file is a small picture that the person uploaded. */
export async function checkAvatar(context: ApiContext, file_id: string): Promise<void> {
  const file = await servicesOf(context).files.describe(context.get("principal").owner, file_id);
  if (file && IMAGE.test(file.media_type) && file.size <= MAX_BYTES) return;
  throw new AppError(
    "malformed_request",
    "avatar: the id of a picture that you uploaded (PNG, JPEG or WebP, at most 200 KB). POST /api/v1/files uploads one.",
  );
}

/** Answers for somebody unknown too, so that nobody learns who is here. */
async function show(context: ApiContext, id: string): Promise<Response> {
  const { people, files } = servicesOf(context);
  const [person, { avatar, avatar_color }] = await Promise.all([
    people.persons.get(id),
    people.preferences.get(id),
  ]);
  const file = avatar === null ? undefined : await files.get(id, avatar);
  if (file && IMAGE.test(file.media_type)) return picture(file.bytes, file.media_type);
  return picture(initial(person?.name ?? "", avatar_color ?? "#8a6a4f"), "image/svg+xml");
}

function picture(body: string | Uint8Array | ReadableStream, type: string): Response {
  return new Response(body as BodyInit, {
    headers: {
      "content-type": type,
      "content-disposition": "inline",
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
      "cache-control": "private, max-age=60",
    },
  });
}

function initial(name: string, color: string): string {
  const letter = /[\p{L}\p{N}]/u.exec(name)?.[0]?.toUpperCase() ?? "?";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="${color}"/><text x="32" y="43" font-family="sans-serif" font-size="32" fill="${inkOn(color)}" text-anchor="middle">${letter}</text></svg>`;
}

/** Black or white, whichever is easier to read on the colour. */
function inkOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return red * 0.299 + green * 0.587 + blue * 0.114 > 150 ? "#000000" : "#ffffff";
}
