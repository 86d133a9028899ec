/** Somebody comes as somebody else: by a name they took, by a cookie they planted, by a sign-in that others end for them. */
import { Browser } from "../../auth/browser.ts";
import { beginSignIn, isSignedIn, oauthService } from "../../auth/mcp-service.ts";
import { get, signInAt } from "../../auth/provider.ts";
import { somebody } from "../../people/somebody.ts";
import type { Attempt } from "../scenario.ts";

const proxied = (name: string) => ({
  "x-remote-user": name,
  "x-trusted-proxy-secret": "test-proxy-secret-0123456789",
});
const ownerBy = async (headers: Record<string, string>) =>
  (await new Browser().ask("GET", "/me", { headers })).body["owner"];
const ownerAt = async (claims: Record<string, unknown>) => {
  const come: { to: string | null; owner?: string } = await signInAt({ email_verified: true, ...claims });
  return come.owner;
};

/** Each resolves to who somebody has become by it, or what it has stored. */
export const IMPOSTORS: Attempt[] = [
  {
    name: "a member takes the address of a boss who comes by the provider",
    async tries(n) {
      const bob = await somebody("member", { username: `bob-${n}` });
      await bob.ask("PATCH", "/me", { username: `boss-${n}@corp.example` });
      return ownerAt({ sub: `boss-${n}`, email: `boss-${n}@corp.example` });
    },
  },
  {
    name: "a member had taken it before names were told apart",
    async tries(n) {
      await somebody("member", { username: `boss-${n}@corp.example`, username_given: false });
      return ownerAt({ sub: `boss-${n}`, email: `boss-${n}@corp.example` });
    },
  },
  {
    name: "a newcomer gets at the provider an address that somebody had before",
    async tries(n) {
      await somebody("member", { username: `desk-${n}@corp.example` });
      const first = await ownerAt({ sub: `first-${n}`, email: `desk-${n}@corp.example` });
      if (first === undefined) throw new Error("The first one did not come in.");
      return ownerAt({ sub: `second-${n}`, email: `desk-${n}@corp.example` });
    },
  },
  {
    name: "a member takes the name of a colleague whom the proxy brings",
    async tries(n) {
      const bob = await somebody("member", { username: `bob-${n}` });
      await bob.ask("PATCH", "/me", { username: `ines-${n}` });
      return ownerBy(proxied(`ines-${n}`));
    },
  },
  {
    name: "somebody joins by an invite under a colleague's name",
    async tries(n) {
      const admin = await somebody("admin");
      const { code } = await (await admin.ask("POST", "/invites", { name: n })).json<{ code: string }>();
      const body = { code, username: `kim-${n}`, password: "three small owls" };
      await new Browser().ask("POST", "/auth/join", { body });
      return ownerBy(proxied(`kim-${n}`));
    },
  },
  {
    name: "a cookie of a session over TLS is planted from a host beside",
    async tries() {
      const admin = await somebody("admin");
      const { url } = await (await admin.ask("POST", "/auth/links", {})).json<{ url: string }>();
      const headers = { "x-forwarded-proto": "https" };
      const { headers: set } = await new Browser().ask("GET", new URL(url).pathname, { headers });
      const [, token] = /nightjar_session=([^;]+)/.exec(set.get("set-cookie") ?? "") ?? [];
      return ownerBy({ ...headers, cookie: `nightjar_session=${token}` });
    },
  },
  {
    name: "somebody else ends a sign-in to an MCP server",
    async tries(_n, sink) {
      oauthService(sink);
      const [bob, ann] = [await somebody("member"), await somebody("member")];
      const begun = await beginSignIn(bob.ask);
      await get(begun.path, ann.cookie);
      await get(begun.path);
      return (await isSignedIn(bob, begun.name)) ? "signed in" : undefined;
    },
  },
];
