/** Agents: whole, as a card, as a template, and tried out before they are saved. */
import { z } from "zod";
import { agentSchema, slugSchema } from "../../agents/fields.ts";
import type { Agent } from "../../domain/agent.ts";
import { oneName } from "../../domain/text/one-name.ts";
import { type JsonOf, listOf, namedSchema, once, type SchemaInput } from "../schema.ts";
import { versionNumber } from "../versions.ts";

/** Fields of a new agent. */
export const NewAgentBody = () => agentSchema().extend({ slug: slugSchema() });

/** The body for a whole agent; what `GET` returned may be sent back unchanged. */
export const WholeAgentBody = () =>
  agentSchema().extend({ slug: z.string().optional(), version: versionNumber().optional() });

export const DuplicateBody = () =>
  z.object({ slug: slugSchema(), name: z.string().trim().max(100).overwrite(oneName).min(1).optional() });

export const AgentShape = namedSchema("Agent", () =>
  agentSchema().extend({ slug: z.string(), version: versionNumber() }).required(),
);

/** The agent as somebody sees it who may talk to it and not change it. */
const AgentCardShape = namedSchema("AgentCard", () =>
  AgentShape().pick({ slug: true, name: true, role: true, models: true, picture: true, color: true }),
);

/** The whole agent where the caller may change it, else its card. */
export const ShownAgentShape = once(() => z.union([AgentShape(), AgentCardShape()]));

/**
 * Agents in the order in which people look for them: the default one, one's own, the others, and those that only belong to a
 * room. `default` is the agent that answers where a message names nobody; `in_rooms` are the slugs of the last group.
 */
export const AgentsShape = once(() =>
  listOf(ShownAgentShape()).extend({ default: z.string().nullable(), in_rooms: z.array(z.string()) }),
);

/** A template, as `POST /agents` takes it. */
export const AgentTemplateShape = namedSchema("AgentTemplate", () =>
  agentSchema().extend({ slug: z.string() }).required(),
);

/** `id` is the conversation; `agent` answers in it, and each message names it. */
export const AgentPreviewShape = namedSchema("AgentPreview", () =>
  z.object({ id: z.string(), agent: z.string() }),
);

export type AgentCard = JsonOf<typeof AgentCardShape>;
/** `AgentShape` and `Agent` are both made from the table of an agent's fields. */
export type ShownAgent = Agent | AgentCard;
export type Agents = Omit<JsonOf<typeof AgentsShape>, "items"> & { items: ShownAgent[] };
export type AgentTemplate = Omit<Agent, "version">;
export type AgentSettings = Omit<AgentTemplate, "slug">;
export type AgentCopy = SchemaInput<typeof DuplicateBody>;
export type AgentPreview = JsonOf<typeof AgentPreviewShape>;
