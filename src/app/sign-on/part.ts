/** Sign-on: signing in at an OpenID provider, as a part of the Worker. */
import { definePart } from "../part.ts";
import { type SignOn, signOnRoutes } from "./routes.ts";
import { NEEDS } from "./services.ts";

export const signOnPart = definePart<SignOn, typeof NEEDS>({
  name: "sign-on",
  routes: signOnRoutes,
  needs: NEEDS,
  open: ({ settings, people, ids }) => {
    const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: client_id, OIDC_CLIENT_SECRET: client_secret } = settings;
    const isSet = issuer !== undefined && client_id !== undefined;
    return {
      verbs: {
        provider: isSet ? { issuer, client_id, client_secret } : undefined,
        label: settings.OIDC_NAME ?? (issuer === undefined ? "" : new URL(issuer).host),
        people,
        newcomers: settings.OIDC_NEW_PEOPLE,
        newId: () => ids.create("psn"),
      },
    };
  },
});
