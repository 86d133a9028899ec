/** Pictures of agents and rooms: copies of a person's upload, so that everybody who meets the agent or room may see it. */
import { AppError } from "../../domain/errors.ts";
import type { ApiContext } from "./api.ts";
import { fileResponse } from "./serve-file.ts";
import { servicesOf } from "./services.ts";

const MAX_BYTES = 2_000_000;
const IMAGE = /^image\/(png|jpeg|gif|webp|avif)$/;

/** Owner of the picture's files: the agent or room, under a name that no person can have. */
export type Keeper = `${"agent" | "room"}:${string}`;

export interface GivenPicture {
  keeper: Keeper;
  /** Named in the error. */
  field: string;
  /** Id of a file. */
  picture: string;
}

/**
 * Returns the result of `save`, which is given the id of the keeper's own copy. If `save` throws, for a slug that is taken
 * or a version that no longer holds, a copy that was made for it is removed. Throws an AppError when the file is no image
 * of the person who sets it.
 */
export async function savedWithPicture<T>(
  context: ApiContext,
  { keeper, field, picture }: GivenPicture,
  save: (own: string) => Promise<T>,
): Promise<T> {
  const own = await ownPicture(context, { keeper, field, picture });
  try {
    return await save(own);
  } catch (problem) {
    if (own !== picture) await servicesOf(context).files.remove(keeper, own);
    throw problem;
  }
}

/** Returns the same id if the file is the keeper's already. */
async function ownPicture(context: ApiContext, { keeper, field, picture }: GivenPicture): Promise<string> {
  const { files } = servicesOf(context);
  if (await files.describe(keeper, picture)) return picture;
  const file = await files.get(context.get("principal").owner, picture);
  if (!file || !IMAGE.test(file.media_type) || file.size > MAX_BYTES) {
    throw new AppError(
      "malformed_request",
      `${field}: the id of an image that you uploaded (PNG, JPEG, GIF, WebP or AVIF, at most 2 MB). POST /api/v1/files uploads one.`,
    );
  }
  const { name, media_type, bytes } = file;
  return (await files.put(keeper, { name, media_type, bytes })).id;
}

/** The id of the copy; null if the picture is gone. */
export async function copyPicture(
  context: ApiContext,
  { from, to, picture }: { from: Keeper; to: Keeper; picture: string },
): Promise<string | null> {
  const { files } = servicesOf(context);
  const file = await files.get(from, picture);
  if (!file) return null;
  const { name, media_type, bytes } = file;
  return (await files.put(to, { name, media_type, bytes })).id;
}

/** Throws an AppError with `missing` when there is none. */
export async function pictureOf(
  context: ApiContext,
  keeper: Keeper,
  { picture, missing }: { picture: string | null; missing: string },
): Promise<Response> {
  const file = picture === null ? undefined : await servicesOf(context).files.get(keeper, picture);
  if (!file) throw new AppError("resource_not_found", missing);
  return fileResponse(file);
}

/** Removes all pictures that an agent or room ever had, together with it. */
export async function removePictures(context: ApiContext, keeper: Keeper): Promise<void> {
  const { files } = servicesOf(context);
  const { files: all } = await files.list(keeper, { limit: 1_000 });
  await Promise.all(all.map(({ id }) => files.remove(keeper, id)));
}
