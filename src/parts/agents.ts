/** Agents as data: their routes and their versions. */
import { agentRoutes } from "../http/routes/agents/agents.ts";
import { agentVersionRoutes } from "../http/routes/agents/versions.ts";
import { definePart } from "../part.ts";

export const agentsPart = definePart({ name: "agents", routes: [...agentRoutes, ...agentVersionRoutes] });
