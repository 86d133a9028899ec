/** Metadata documents by which clients find their way in: of the resource (RFC 9728) and of its server (RFC 8414). */
import { APP_SCOPES, mcpResource } from "../people/connected-app.ts";

/** Ways of a client to prove itself at the token endpoint. */
export const AUTH_METHODS = ["none", "client_secret_post", "client_secret_basic"] as const;
export const GRANT_TYPES = ["authorization_code", "refresh_token"] as const;
export const RESPONSE_TYPES = ["code"] as const;

/** `address` is any of this instance. */
export function issuerOf(address: string): string {
  return new URL(address).origin;
}

export function resourceMetadata(address: string) {
  return {
    resource: mcpResource(address),
    authorization_servers: [issuerOf(address)],
    scopes_supported: [...APP_SCOPES],
    bearer_methods_supported: ["header"],
    resource_name: "Nightjar",
  };
}

export function serverMetadata(address: string) {
  const issuer = issuerOf(address);
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    registration_endpoint: `${issuer}/oauth/register`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    response_types_supported: [...RESPONSE_TYPES],
    response_modes_supported: ["query"],
    grant_types_supported: [...GRANT_TYPES],
    token_endpoint_auth_methods_supported: [...AUTH_METHODS],
    revocation_endpoint_auth_methods_supported: [...AUTH_METHODS],
    code_challenge_methods_supported: ["S256"],
    scopes_supported: [...APP_SCOPES],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  };
}
