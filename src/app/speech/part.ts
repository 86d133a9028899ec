/** Speech as a part of the Worker. */
import { definePart } from "../part.ts";
import { speechRoutes } from "./routes.ts";
import { NEEDS } from "./services.ts";

export const speechPart = definePart({
  name: "speech",
  routes: speechRoutes,
  needs: NEEDS,
  open: ({ recordings }) => ({
    async *archive({ owner }) {
      const { archiveRecordings } = await import("./archive.ts");
      yield* archiveRecordings(await recordings(), owner);
    },
  }),
});
