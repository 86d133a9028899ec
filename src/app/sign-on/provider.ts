/** An OpenID provider: sends people there to sign in, and reads its claims when they come back. */
import {
  type AuthorizationServer,
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  calculatePKCECodeChallenge,
  discoveryRequest,
  generateRandomCodeVerifier,
  generateRandomNonce,
  generateRandomState,
  getValidatedIdTokenClaims,
  None,
  processAuthorizationCodeResponse,
  processDiscoveryResponse,
  processUserInfoResponse,
  userInfoRequest,
  validateAuthResponse,
} from "oauth4webapi";
import { type Claims, ClaimsShape, type Flow, type Provider } from "./flow.ts";

const PATIENCE_MS = 10_000;

/** Rejects when the provider does not answer as it should; so does `finish`. */
export async function begin(
  provider: Provider,
  { redirect_uri, link, back = "/" }: { redirect_uri: string; link: string | null; back?: string },
): Promise<{ url: string; flow: Flow }> {
  const server = await discovered(provider);
  if (server.authorization_endpoint === undefined) throw new Error("The provider has no page to sign in on.");
  const verifier = generateRandomCodeVerifier();
  const flow = { state: generateRandomState(), nonce: generateRandomNonce(), verifier, link, back };
  const url = new URL(server.authorization_endpoint);
  for (const [name, value] of Object.entries({
    client_id: provider.client_id,
    redirect_uri,
    response_type: "code",
    scope: "openid profile email",
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  }))
    url.searchParams.set(name, value);
  return { url: url.href, flow };
}

/** `returned` is the address at which they came back, with all that the provider has added to it. */
export async function finish(
  provider: Provider,
  { redirect_uri, flow, returned }: { redirect_uri: string; flow: Flow; returned: URL },
): Promise<Claims> {
  const server = await discovered(provider);
  const client = { client_id: provider.client_id };
  const params = validateAuthResponse(server, client, returned, flow.state);
  const response = await authorizationCodeGrantRequest(
    server,
    client,
    proofOf(provider, server),
    params,
    redirect_uri,
    flow.verifier,
    options(provider),
  );
  // The token comes over TLS from the provider itself, which stands for its signature (OpenID Connect Core, 3.1.3.7).
  const tokens = await processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: flow.nonce,
    requireIdToken: true,
  });
  const claims = ClaimsShape.parse(getValidatedIdTokenClaims(tokens));
  if (claims.email !== undefined || server.userinfo_endpoint === undefined) return claims;
  const asked = await userInfoRequest(server, client, tokens.access_token, options(provider));
  return ClaimsShape.parse(await processUserInfoResponse(server, client, claims.sub, asked));
}

async function discovered(provider: Provider): Promise<AuthorizationServer> {
  const issuer = new URL(provider.issuer);
  return processDiscoveryResponse(issuer, await discoveryRequest(issuer, options(provider)));
}

/** A provider inside one's own network may be named without TLS; any other is contacted over TLS only. */
function options({ issuer }: Provider) {
  return { [allowInsecureRequests]: issuer.startsWith("http:"), signal: AbortSignal.timeout(PATIENCE_MS) };
}

function proofOf({ client_secret }: Provider, server: AuthorizationServer): ClientAuth {
  if (client_secret === undefined) return None();
  const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  return methods.includes("client_secret_basic")
    ? ClientSecretBasic(client_secret)
    : ClientSecretPost(client_secret);
}
