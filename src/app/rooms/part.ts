/** Rooms as a part of the Worker. */
import { jsonFile } from "../../export/archive.ts";
import * as tables from "../../storage/d1/schema/rooms.ts";
import { definePart } from "../part.ts";
import { visitAdmission } from "./life/admission.ts";
import { visitWaker } from "./life/waker.ts";
import { roomPictureRoute } from "./routes/picture.ts";
import { roomRoutes } from "./routes/rooms.ts";
import { sessionRoutes } from "./routes/sessions.ts";
import { roomVersionRoutes } from "./routes/versions.ts";
import { visitRoutes } from "./routes/visits.ts";
import { NEEDS } from "./services.ts";
import { inRooms } from "./turn/casting.ts";

export const roomsPart = definePart({
  name: "rooms",
  routes: [...roomRoutes, ...roomVersionRoutes, roomPictureRoute, ...sessionRoutes, ...visitRoutes],
  owned: Object.values(tables),
  needs: NEEDS,
  open: ({ agentCache, models, preferenceCache, prompts, rooms, visits }) => ({
    admissions: [visitAdmission],
    wakers: [visitWaker(visits)],
    async *archive({ owner }) {
      const all = await rooms.list();
      yield jsonFile(
        "rooms.json",
        all.filter((room) => room.owner === owner),
      );
    },
    casting: inRooms({
      agent: (slug) => agentCache.get(slug),
      has: (slug) => agentCache.has(slug),
      fastModel: () => models.fastModel(),
      prompts,
      takesForm: (model) => models.info(model).capabilities.json === true,
      language: async (person) => (await preferenceCache.get(person)).language,
    }),
  }),
});
