/** A bar as the front door knows it. */
import { trustId } from "../../../src/domain/ids.ts";
import type { Room } from "../../../src/domain/room.ts";
import { ROOM_DEFAULTS } from "../../../src/rooms/defaults.ts";
import { NO_VISITS, type Visits } from "../../../src/routing/visits.ts";

/** Its keeper pays, and Bob is in it already. `note` is told of what is asked. */
export function barOf(note: (what: string) => void): Visits {
  const house = { slug: "bar", name: "Bar", cast: ["scholar"], host: "scholar", version: 1 };
  const room: Room = { ...ROOM_DEFAULTS, ...house };
  const visit = { room, names: { scholar: "Scholar" }, weather: null, remembered: [], crisis: {} };
  return {
    ...NO_VISITS,
    at: async (slug, by) => {
      note("visit");
      if (slug !== "bar") return NO_VISITS.at(slug, by);
      return { ok: true, value: by.owner === "usr_bob" ? trustId<"cnv">("cnv_000000bbbbbb") : undefined };
    },
    begin: async (wish) => {
      note(`begin${wish.is_in_thread ? " in a thread" : ""}`);
      if (wish.room !== "bar") return NO_VISITS.begin(wish);
      return { ok: true, value: { id: wish.id, visit, payer: "usr_keeper" } };
    },
  };
}
