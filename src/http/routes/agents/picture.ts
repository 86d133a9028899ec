/** An agent's picture. */
import type { AgentFields } from "../../../agents/fields.ts";
import type { ApiContext } from "../../api.ts";
import { ownPicture, pictureOf } from "../../pictures.ts";
import { visibleAgent } from "./access.ts";

/** The fields with a picture that is the agent's own. Throws an AppError when it is no image of theirs who set it. */
export async function withOwnPicture(
  context: ApiContext,
  slug: string,
  fields: AgentFields,
): Promise<AgentFields> {
  const { picture } = fields;
  if (picture === null) return fields;
  return { ...fields, picture: await ownPicture(context, `agent:${slug}`, { field: "picture", picture }) };
}

export async function showPicture(context: ApiContext, slug: string): Promise<Response> {
  const { picture } = await visibleAgent(context, slug);
  return pictureOf(context, `agent:${slug}`, { picture, missing: `The agent "${slug}" has no picture.` });
}
