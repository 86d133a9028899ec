/** An agent's picture: a copy of what somebody uploaded, so that everybody who meets the agent may see it. */
import type { AgentFields } from "../../../agents/fields.ts";
import { AppError } from "../../../domain/errors.ts";
import type { ApiContext } from "../../api.ts";
import { fileResponse } from "../../serve-file.ts";
import { visibleAgent } from "./access.ts";

const MAX_BYTES = 2_000_000;
const IMAGE = /^image\/(png|jpeg|gif|webp|avif)$/;

/** Files of an agent stand under a name that no person has. */
function keeper(slug: string): string {
  return `agent:${slug}`;
}

/** The fields with a picture that is the agent's own. Throws an AppError when it is no image of theirs who set it. */
export async function withOwnPicture(
  context: ApiContext,
  slug: string,
  fields: AgentFields,
): Promise<AgentFields> {
  const { picture } = fields;
  const { files } = context.get("house");
  if (picture === null || (await files.describe(keeper(slug), picture))) return fields;
  const file = await files.get(context.get("principal").owner, picture);
  if (!file || !IMAGE.test(file.media_type) || file.size > MAX_BYTES) {
    throw new AppError(
      "malformed_request",
      "picture: the id of an image that you uploaded (PNG, JPEG, GIF, WebP or AVIF, at most 2 MB). POST /api/v1/files uploads one.",
    );
  }
  const { name, media_type, bytes } = file;
  const { id } = await files.put(keeper(slug), { name, media_type, bytes });
  return { ...fields, picture: id };
}

/** The id of the copy; null where the picture is gone. */
export async function copyPicture(
  context: ApiContext,
  { from, to, picture }: { from: string; to: string; picture: string },
): Promise<string | null> {
  const { files } = context.get("house");
  const file = await files.get(keeper(from), picture);
  if (!file) return null;
  const { name, media_type, bytes } = file;
  return (await files.put(keeper(to), { name, media_type, bytes })).id;
}

export async function showPicture(context: ApiContext, slug: string): Promise<Response> {
  const { picture } = await visibleAgent(context, slug);
  const file = picture === null ? undefined : await context.get("house").files.get(keeper(slug), picture);
  if (!file) throw new AppError("resource_not_found", `The agent "${slug}" has no picture.`);
  return fileResponse(file);
}

/** With the agent go all pictures that it had. */
export async function removePictures(context: ApiContext, slug: string): Promise<void> {
  const { files } = context.get("house");
  const { files: all } = await files.list(keeper(slug), { limit: 1_000 });
  await Promise.all(all.map(({ id }) => files.remove(keeper(slug), id)));
}
