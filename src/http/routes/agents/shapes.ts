/** What the routes of agents take and answer. */
import { z } from "zod";
import { agentSchema, slugSchema } from "../../../agents/fields.ts";
import { limit } from "../../query.ts";
import { listOf, named, once, time } from "../../schemas.ts";

/** Of the version that a change was made of: another one holds by now, and the change is refused. */
const version = () => z.number().int().min(1);

const AgentShape = named("Agent", () =>
  agentSchema().extend({ slug: z.string(), version: version() }).required(),
);

/** Who an agent is, to somebody who may talk to it and not change it. */
const AgentCard = named("AgentCard", () =>
  AgentShape().pick({ slug: true, name: true, role: true, models: true, picture: true, color: true }),
);

/** As `POST /agents` takes it. */
const TemplateShape = named("AgentTemplate", () => agentSchema().extend({ slug: z.string() }).required());

const PreviewShape = named("AgentPreview", () =>
  /** `id` is the conversation; `agent` answers in it, and is named by each message. */
  z.object({ id: z.string(), agent: z.string() }),
);

const FieldChangeShape = named("AgentChange", () =>
  z.object({
    field: z.string(),
    before: z.unknown(),
    after: z.unknown(),
    lines: z.array(z.object({ op: z.enum(["same", "added", "removed"]), text: z.string() })).optional(),
  }),
);

const VersionShape = named("AgentVersion", () =>
  z.object({
    version: version(),
    change: z.enum(["loaded", "created", "edited", "restored"]),
    restored_from: z.number().nullable(),
    by: z.string().nullable(),
    at: time(),
    /** Names of what is different from the version before. */
    changed: z.array(z.string()),
  }),
);

export const shapes = {
  params: () => z.object({ slug: z.string().max(100) }),
  versionParams: () => z.object({ slug: z.string().max(100), version: z.coerce.number().int().min(1) }),
  /** A new agent. */
  newAgent: () => agentSchema().extend({ slug: slugSchema() }),
  /** All of it; what `GET` gave may be sent back as it is. */
  wholeAgent: () => agentSchema().extend({ slug: z.string().optional(), version: version().optional() }),
  duplicate: () => z.object({ slug: slugSchema(), name: z.string().trim().min(1).max(100).optional() }),
  restore: () => z.object({ version: version() }),
  importQuery: () =>
    z.object({ slug: slugSchema().optional(), replace: z.enum(["true", "false"]).default("false") }),
  versionsQuery: () =>
    z.object({ cursor: z.coerce.number().int().min(1).optional(), limit: limit({ usual: 50, most: 200 }) }),
  versionQuery: () => z.object({ against: z.coerce.number().int().min(1).optional() }),
  agent: once(() => AgentShape()),
  shown: once(() => z.union([AgentShape(), AgentCard()])),
  /** `default`: who answers where a message names nobody. */
  list: once(() => listOf(z.union([AgentShape(), AgentCard()])).extend({ default: z.string().nullable() })),
  templates: once(() => listOf(TemplateShape())),
  preview: once(() => PreviewShape()),
  versions: once(() => listOf(VersionShape())),
  version: once(() =>
    VersionShape().extend({
      fields: agentSchema(),
      against: z.number().nullable(),
      changes: z.array(FieldChangeShape()),
    }),
  ),
};
