/** The authorization server as a part of the Worker: apps that speak MCP are let in by their person. */
import { jsonFile } from "../../export/archive.ts";
import { connectedApps, oauthTokens } from "../../storage/d1/schema/authorization.ts";
import { definePart } from "../part.ts";
import { connectedAppRoutes, connectedAppView } from "./routes/connected-apps.ts";
import { oauthRoutes } from "./routes/oauth.ts";
import { NEEDS } from "./services.ts";

export const authorizationPart = definePart({
  name: "authorization",
  routes: [...oauthRoutes, ...connectedAppRoutes],
  account: [connectedApps, oauthTokens],
  needs: NEEDS,
  open: ({ people }) => ({
    async *archive({ owner }) {
      yield jsonFile("connected-apps.json", (await people.connectedApps.of(owner)).map(connectedAppView));
    },
  }),
});
