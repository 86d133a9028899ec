/** Prompts of the house, which the operator edits, as a part of the Worker. */
import { definePart } from "../part.ts";
import { housePromptRoutes } from "./routes.ts";

export const housePromptsPart = definePart({ name: "house-prompts", routes: housePromptRoutes });
