/** Connections: services that the operator connects in the app, and what is told to agents of those that are missing. */
import { ruleFor } from "../../tools/rules.ts";
import { isSearchSet } from "../../tools/web/search/is-set.ts";
import { definePart } from "../part.ts";
import { connectionRoutes } from "./routes/connections.ts";
import { NEEDS } from "./services.ts";

export const connectionsPart = definePart({
  name: "connections",
  routes: connectionRoutes,
  needs: NEEDS,
  open: ({ settings }) => ({
    sections: ({ tools }) =>
      isSearchSet(settings) || ruleFor(tools, "web_search") === "deny" ? [] : [NO_SEARCH],
  }),
});

const NO_SEARCH =
  "Web search is not connected here. When somebody wants something searched, say so in one sentence, with this link: [Connect web search](/connections#search). Only the operator of this Nightjar can do that.";
