/** An MCP server to which people sign in, and its sign-in service, in the network's place. */
import type { Sink } from "../drill/sink.ts";
import type { Somebody } from "../people/somebody.ts";
import { cookieOf } from "./provider.ts";

const SERVICE = "https://auth.example";
const BACK = "http://nightjar.test/api/v1/mcp-servers/oauth/callback";
let names = 0;

export function oauthService({ pages }: Pick<Sink, "pages">): void {
  const answers: Record<string, object> = {
    "https://mail.example/.well-known/oauth-protected-resource/mcp": {
      resource: "https://mail.example/mcp",
      authorization_servers: [SERVICE],
    },
    [`${SERVICE}/.well-known/oauth-authorization-server`]: {
      issuer: SERVICE,
      authorization_endpoint: `${SERVICE}/authorize`,
      token_endpoint: `${SERVICE}/token`,
      registration_endpoint: `${SERVICE}/register`,
      response_types_supported: ["code"],
      code_challenge_methods_supported: ["S256"],
    },
    [`${SERVICE}/register`]: { client_id: "c", redirect_uris: [BACK] },
    [`${SERVICE}/token`]: { access_token: "t", token_type: "Bearer", expires_in: 3600 },
  };
  for (const [url, answer] of Object.entries(answers)) pages.set(url, JSON.stringify(answer));
}

/** The way back from the service, and the cookie that the browser has kept. */
export async function beginSignIn(ask: Somebody["ask"]) {
  names += 1;
  const name = `mail-${names}`;
  await ask("POST", "/mcp-servers", { name, url: "https://mail.example/mcp", oauth: true });
  const answer = await ask("POST", `/mcp-servers/${name}/sign-in`, {});
  const { url } = await answer.json<{ url: string }>();
  const state = encodeURIComponent(new URL(url).searchParams.get("state") ?? "");
  return {
    name,
    kept: cookieOf(answer, "nightjar_mcp_sign_in"),
    path: `${new URL(BACK).pathname}?code=c&state=${state}`,
  };
}

export async function isSignedIn({ ask }: Somebody, name: string): Promise<boolean> {
  const { oauth } = await (await ask("GET", `/mcp-servers/${name}`)).json<{ oauth: string }>();
  return oauth === "signed_in";
}
