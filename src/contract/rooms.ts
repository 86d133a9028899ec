/** Rooms: whole, and as their visitors see them. */
import { z } from "zod";
import { slugSchema } from "../agents/fields.ts";
import type { Room } from "../domain/room.ts";
import { roomSchema } from "../rooms/fields.ts";
import { type JsonOf, namedSchema, once, time } from "./schema.ts";
import { versionNumber } from "./versions.ts";

/** Fields of a new room. */
export const NewRoomBody = () => roomSchema().extend({ slug: slugSchema() });

export const WholeRoomBody = () =>
  roomSchema().extend({ slug: z.string().optional(), version: versionNumber().optional() });

/** A member of the cast, as people see it. */
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
const StateShape = () =>
  z.object({
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

export const RoomShape = namedSchema("Room", () => roomSchema().extend(StateShape().shape).required());

/** The room as somebody sees it who may enter and not change it. */
const RoomCardShape = namedSchema("RoomCard", () =>
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

/** The whole room where the caller may change it, else its card. */
export const ShownRoomShape = once(() => z.union([RoomShape(), RoomCardShape()]));

export type RoomAgent = JsonOf<typeof RoomAgentShape>;
type RoomCard = JsonOf<typeof RoomCardShape>;
/** `RoomShape` and `Room` are both made from the table of a room's fields. */
export type WholeRoom = Room & JsonOf<typeof StateShape>;
export type ShownRoom = RoomCard | WholeRoom;
/** A room's settings as they are sent: the room has a default for the rest. */
export type NewRoom = Pick<Room, "slug" | "name" | "cast" | "host"> & Partial<Omit<Room, "slug" | "version">>;
/** `version`: the one that the change was based on. */
export type RoomChange = Partial<NewRoom> & Pick<Room, "version">;
