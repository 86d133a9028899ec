/** Modes as a part of the Worker. */
import { definePart } from "../part.ts";
import { modeRoutes } from "./routes.ts";

export const modesPart = definePart({ name: "modes", routes: modeRoutes });
