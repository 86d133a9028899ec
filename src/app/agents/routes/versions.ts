/** Versions of an agent. */
import { type AgentFields, agentSchema, changesBetween } from "../../../agents/fields.ts";
import { AgentShape } from "../../../contract/agents/agents.ts";
import { reply } from "../../http/reply.ts";
import { versionRoutes } from "../../http/version-routes.ts";
import { versionTag } from "../../http/versions.ts";
import { servicesOf } from "../services.ts";
import { editableAgent, restrictFields } from "./access.ts";
import { updateAgent } from "./agents.ts";
import { savedWithOwnPicture } from "./picture.ts";

export const agentVersionRoutes = versionRoutes({
  kind: "agent",
  param: "slug",
  shape: AgentShape,
  fields: agentSchema,
  restoring: "",
  history: (context) => ({ versions: servicesOf(context).agentVersions, changes: changesBetween }),
  editable: editableAgent,
  /** A picture that is gone is not restored. */
  restore: async (context, agent, { fields: old, revision }) => {
    const wish = { slug: agent.slug, fields: restrictFields(context.get("principal"), old, agent) };
    const save = (fields: AgentFields) => updateAgent(context, agent, { fields, ...revision });
    const restored = await savedWithOwnPicture(context, wish, save);
    return reply(200, restored, versionTag(restored));
  },
});
