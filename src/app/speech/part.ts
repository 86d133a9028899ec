/** Speech as a part of the Worker. */
import { definePart } from "../part.ts";
import { speechRoutes } from "./routes.ts";

export const speechPart = definePart({ name: "speech", routes: speechRoutes });
