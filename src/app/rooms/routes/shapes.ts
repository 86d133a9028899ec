/** Shapes of the room routes. */
import { z } from "zod";
import { slugSchema } from "../../../agents/fields.ts";
import { listOf, namedSchema, once, time } from "../../../contract/schema.ts";
import { roomSchema } from "../../../rooms/fields.ts";
import { versionNumber } from "../../http/versions.ts";

const RoomAgentShape = namedSchema("RoomAgent", () =>
  z.object({
    slug: z.string(),
    name: z.string(),
    role: z.string(),
    color: z.string().nullable(),
    picture: z.string().nullable(),
  }),
);

/** Fields that everybody sees who may enter the room. */
const around = () => ({
  slug: z.string(),
  version: versionNumber(),
  /** The cast, as people are shown it; agents that no longer exist are left out. */
  agents: z.array(RoomAgentShape()),
  is_open: z.boolean(),
  /** Null while it is open. */
  opens_at: time().nullable(),
  /** Null if it is closed, or never closes. */
  closes_at: time().nullable(),
  /** Whether the caller may change it. */
  is_editable: z.boolean(),
});

const RoomShape = namedSchema("Room", () => roomSchema().extend(around()).required());

/** The room as somebody sees it who may enter and not change it. */
const RoomCard = namedSchema("RoomCard", () =>
  RoomShape().pick({
    slug: true,
    version: true,
    name: true,
    description: true,
    cast: true,
    host: true,
    moderator: true,
    crisis_agent: true,
    limits: true,
    inactivity: true,
    weather: true,
    opening_hours: true,
    is_shared: true,
    look: true,
    agents: true,
    is_open: true,
    opens_at: true,
    closes_at: true,
    is_editable: true,
  }),
);

export const shapes = {
  params: () => z.object({ room: z.string().max(100) }),
  newRoom: () => roomSchema().extend({ slug: slugSchema() }),
  changes: () => roomSchema().extend({ slug: z.string().optional(), version: versionNumber().optional() }),
  importQuery: () => z.object({ slug: slugSchema().optional() }),
  room: once(() => RoomShape()),
  shown: once(() => z.union([RoomShape(), RoomCard()])),
  list: once(() => listOf(z.union([RoomShape(), RoomCard()]))),
};
