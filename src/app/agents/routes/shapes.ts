/** Shapes of the agent routes. */

import { z } from "zod";
import { agentSchema, slugSchema } from "../../../agents/fields.ts";
import { listOf, namedSchema, once } from "../../../contract/schema.ts";
import { oneName } from "../../../domain/text/one-name.ts";
import { versionNumber } from "../../http/versions.ts";

const AgentShape = namedSchema("Agent", () =>
  agentSchema().extend({ slug: z.string(), version: versionNumber() }).required(),
);

/** The agent as somebody sees it who may talk to it and not change it. */
const AgentCard = namedSchema("AgentCard", () =>
  AgentShape().pick({ slug: true, name: true, role: true, models: true, picture: true, color: true }),
);

/** A template, as `POST /agents` takes it. */
const TemplateShape = namedSchema("AgentTemplate", () =>
  agentSchema().extend({ slug: z.string() }).required(),
);

const PreviewShape = namedSchema("AgentPreview", () =>
  /** `id` is the conversation; `agent` answers in it, and each message names it. */
  z.object({ id: z.string(), agent: z.string() }),
);

export const shapes = {
  params: () => z.object({ slug: z.string().max(100) }),
  /** The body for a new agent. */
  newAgent: () => agentSchema().extend({ slug: slugSchema() }),
  /** The body for a whole agent; what `GET` returned may be sent back unchanged. */
  wholeAgent: () =>
    agentSchema().extend({ slug: z.string().optional(), version: versionNumber().optional() }),
  duplicate: () =>
    z.object({ slug: slugSchema(), name: z.string().trim().max(100).overwrite(oneName).min(1).optional() }),
  importQuery: () =>
    z.object({ slug: slugSchema().optional(), replace: z.enum(["true", "false"]).default("false") }),
  agent: once(() => AgentShape()),
  shown: once(() => z.union([AgentShape(), AgentCard()])),
  /** `default` is the agent that answers where a message names nobody. */
  list: once(() => listOf(z.union([AgentShape(), AgentCard()])).extend({ default: z.string().nullable() })),
  templates: once(() => listOf(TemplateShape())),
  preview: once(() => PreviewShape()),
};
