/** An agent's picture. */
import type { AgentFields } from "../../../agents/fields.ts";
import type { Agent } from "../../../domain/agent.ts";
import type { ApiContext } from "../../http/api.ts";
import { pictureOf, savedWithPicture } from "../../http/pictures.ts";
import { visibleAgent } from "./access.ts";

/**
 * Saves the fields with the agent's own copy of the picture. Throws an AppError when it is no image of the person who sets
 * it.
 */
export async function savedWithOwnPicture(
  context: ApiContext,
  { slug, fields }: { slug: string; fields: AgentFields },
  save: (fields: AgentFields) => Promise<Agent>,
): Promise<Agent> {
  if (fields.picture === null) return save(fields);
  const given = { keeper: `agent:${slug}`, field: "picture", picture: fields.picture } as const;
  return savedWithPicture(context, given, (picture) => save({ ...fields, picture }));
}

export async function showPicture(context: ApiContext, slug: string): Promise<Response> {
  const { picture } = await visibleAgent(context, slug);
  return pictureOf(context, `agent:${slug}`, { picture, missing: `The agent "${slug}" has no picture.` });
}
