/** Rooms, the records of their visits, and the door. */

import type { ConversationId } from "../../domain/ids.ts";
import type { Principal } from "../../domain/principal.ts";
import type { Room } from "../../domain/room.ts";
import { isClosed } from "../../domain/visit.ts";
import type { Log } from "../../observability/log-port.ts";
import { SwrCache } from "../../platform/swr-cache.ts";
import { createDoor, type Newcomer } from "../../rooms/door.ts";
import { WeatherStation } from "../../rooms/weather.ts";
import { ROOM_FILES } from "../../storage/bundled.ts";
import type { AgentCache } from "../../storage/d1/agents/agent-cache.ts";
import type { Database } from "../../storage/d1/database.ts";
import { RoomStore, RoomVersions } from "../../storage/d1/rooms/rooms.ts";
import { D1VisitStore } from "../../storage/d1/rooms/visits.ts";
import type { Settings } from "../config.ts";
import type { Env } from "../env.ts";
import { conversationStub } from "../objects/stubs.ts";
import { overrideMethods } from "./people/override-methods.ts";

interface RoomParts {
  env: Env;
  settings: Pick<Settings, "WEATHER_BASE_URL">;
  log: Log;
  now(): number;
  db: Database;
  agentCache: AgentCache;
}

export function wireRooms({ env, settings, log, now, db, agentCache }: RoomParts) {
  const { rooms, roomCache } = keptRooms(new RoomStore(db, ROOM_FILES, now), now);
  const roomVersions = new RoomVersions(db);
  const visits = new D1VisitStore(db);
  const station = new WeatherStation({
    // No guard is needed: like the addresses of providers, only the operator sets it.
    fetch: (url, init) => fetch(url, init),
    now,
    base_url: settings.WEATHER_BASE_URL,
    failed: (problem) => log.warn("weather_failed", { problem }),
  });
  const door = createDoor({
    now,
    room: (slug) => rooms.get(slug),
    agentName: async (slug) => ((await agentCache.has(slug)) ? (await agentCache.get(slug)).name : undefined),
    weather: (place) => station.at(place),
    book: visits,
    isOpen: (id) => isOpen(env, id),
    comeIn: (id, who) => comeIn(env, id, who),
  });
  return { rooms, roomCache, roomVersions, visits, door };
}

/** Rooms with the cache that turns read. A change made here holds from the next turn on. */
function keptRooms(store: RoomStore, now: () => number) {
  const roomCache = new SwrCache<Room | undefined>({ read: (slug) => store.get(slug), now });
  const rooms = overrideMethods(store, {
    update: async (...given) => {
      const updated = await store.update(...given);
      roomCache.forgetAll();
      return updated;
    },
    remove: async (of) => {
      const removed = await store.remove(of);
      roomCache.forgetAll();
      return removed;
    },
  });
  return { rooms, roomCache };
}

/** The principal as which the door looks into visits and lets people in. */
const DOORKEEPER: Principal = { owner: "door", role: "admin", name: "The door" };

async function isOpen(env: Env, id: ConversationId): Promise<boolean | undefined> {
  const visit = await conversationStub(env, id).visit(DOORKEEPER);
  if (!visit.ok) return undefined;
  // A visit whose state nobody knows any more is over.
  return visit.value !== null && !isClosed(visit.value.session_status);
}

async function comeIn(env: Env, id: ConversationId, { by, seats, crisis_at }: Newcomer): Promise<boolean> {
  const who = { person: by.owner, name: by.name, seats, crisis_at };
  const welcome = await conversationStub(env, id).comeIn(DOORKEEPER, who);
  return welcome.ok && welcome.value === "inside";
}
