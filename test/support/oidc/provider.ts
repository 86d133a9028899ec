/** An OpenID provider on the loopback that keeps nothing: a code holds what it stands for. */
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { signedInAt } from "./page.ts";

export interface OidcProvider {
  issuer: string;
  close(): Promise<void>;
}

export interface OidcOptions {
  port?: number;
  /** Secret of the client; undefined: a public client. */
  secret?: string | undefined;
  /** Falsifies the claims of its tokens. */
  twist?(claims: Record<string, unknown>): Record<string, unknown>;
  /** Address and name are told by userinfo only. */
  isSparing?: boolean;
  /** Whoever comes to its page in a browser. Nobody: there is no page. */
  whoComes?: { name: string } & Record<string, unknown>;
}

interface Granted {
  nonce: string;
  challenge: string;
  client_id: string;
  redirect_uri: string;
  claims: Record<string, unknown>;
}

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const packed = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const unpacked = (value: string) => JSON.parse(Buffer.from(value, "base64url").toString()) as unknown;

export async function startOidcProvider(options: OidcOptions = {}): Promise<OidcProvider> {
  const server = createServer(async (request, response) => {
    if (options.whoComes && request.url?.startsWith("/authorize?"))
      return void response
        .writeHead(200, { "content-type": "text/html" })
        .end(page(`${issuer}${request.url}`, options.whoComes));
    const [status, body] = await answer(request, issuer, options);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { issuer, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

function page(url: string, claims: { name: string } & Record<string, unknown>): string {
  return `<a href="${signedInAt(url, claims).replaceAll("&", "&amp;")}">I am ${claims.name}</a>`;
}

async function answer(
  request: IncomingMessage,
  issuer: string,
  options: OidcOptions,
): Promise<[number, unknown]> {
  if (request.url === "/.well-known/openid-configuration")
    return [
      200,
      {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/userinfo`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"],
      },
    ];
  if (request.url === "/token") return tokens(request, issuer, options);
  const bearer = /^Bearer (\S+)$/.exec(request.headers.authorization ?? "")?.[1];
  if (request.url === "/userinfo" && bearer !== undefined) return [200, unpacked(bearer)];
  return [404, {}];
}

async function tokens(
  request: IncomingMessage,
  issuer: string,
  options: OidcOptions,
): Promise<[number, unknown]> {
  const form = new URLSearchParams(await text(request));
  const granted = unpacked(form.get("code") ?? "") as Granted;
  const proof = createHash("sha256")
    .update(form.get("code_verifier") ?? "")
    .digest("base64url");
  const shown = Buffer.from(request.headers.authorization?.slice("Basic ".length) ?? "", "base64").toString();
  const isClient =
    options.secret === undefined ||
    shown.split(":").map(decodeURIComponent).join(":") === `${granted.client_id}:${options.secret}`;
  if (!isClient) return [401, { error: "invalid_client" }];
  if (proof !== granted.challenge || form.get("redirect_uri") !== granted.redirect_uri)
    return [400, { error: "invalid_grant" }];
  return [
    200,
    {
      access_token: packed(granted.claims),
      token_type: "Bearer",
      id_token: idToken(granted, issuer, options),
    },
  ];
}

function idToken(
  { nonce, client_id, claims }: Granted,
  issuer: string,
  { twist, isSparing }: OidcOptions,
): string {
  const now = Math.floor(Date.now() / 1000);
  const told = isSparing ? { sub: claims["sub"] } : claims;
  const body = { iss: issuer, aud: client_id, iat: now, exp: now + 300, nonce, ...told };
  const signed = `${packed({ alg: "RS256", typ: "JWT" })}.${packed(twist ? twist(body) : body)}`;
  return `${signed}.${sign("sha256", Buffer.from(signed), privateKey).toString("base64url")}`;
}
