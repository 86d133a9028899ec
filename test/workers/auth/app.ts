/** An app that asks to be let in: what it sends, and its person's decision. */
import { exports } from "cloudflare:workers";
import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import { hashOf } from "../../../src/storage/d1/people/secret.ts";
import { Browser } from "./browser.ts";

export const ORIGIN = "http://nightjar.test";
export const BACK = "http://127.0.0.1:5000/back";
const VERIFIER = "a-verifier-that-is-long-enough-for-the-standard";
const CHALLENGE = await hashOf(VERIFIER);
const worker = (exports as unknown as { default: Fetcher }).default;

/** Client with an address of its own, like each browser of these tests. */
export function send(method: string, path: string, body: string, headers: Record<string, string>) {
  const from = new Browser().address;
  return worker.fetch(`${ORIGIN}${path}`, {
    method,
    body,
    headers: { "cf-connecting-ip": from, ...headers },
  });
}

export function form(path: string, fields: Record<string, string>): Promise<Response> {
  const type = { "content-type": "application/x-www-form-urlencoded" };
  return send("POST", path, new URLSearchParams(fields).toString(), type);
}

export function registered(metadata: object = { redirect_uris: [BACK] }): Promise<Response> {
  const body = JSON.stringify({ client_name: "An editor", ...metadata });
  return send("POST", "/oauth/register", body, {
    "content-type": "application/json",
    origin: "https://app.test",
  });
}

export function queryOf(client_id: string, more: Record<string, string> = {}): string {
  const fields = {
    client_id,
    redirect_uri: BACK,
    response_type: "code",
    code_challenge: CHALLENGE,
    code_challenge_method: "S256",
    state: "s",
    resource: `${ORIGIN}/mcp`,
    ...more,
  };
  return `?${new URLSearchParams(fields)}`;
}

/** The address that the person is sent back to. */
export async function decide(browser: Browser, query: string, scopes: string[]): Promise<URL> {
  const { status, body } = await browser.ask("POST", "/connected-apps", { body: { query, scopes } });
  if (status !== 200) throw new Error(`${status} ${body.reason}`);
  return new URL(String(body["redirect_to"]));
}

export async function letIn(browser: Browser, client_id: string, scopes = ["chat"]): Promise<string> {
  return (await decide(browser, queryOf(client_id), scopes)).searchParams.get("code") ?? "";
}

export function tokenFor(client_id: string, code: string): Record<string, string> {
  return { grant_type: "authorization_code", code, client_id, redirect_uri: BACK, code_verifier: VERIFIER };
}

/** Values that the protocol's own client keeps. */
export class AppProvider implements OAuthClientProvider {
  sentTo = "";
  private client: OAuthClientInformationMixed | undefined;
  private issued: OAuthTokens | undefined;
  private verifier = "";
  readonly redirectUrl = BACK;
  readonly clientMetadata = { redirect_uris: [BACK], client_name: "An editor" };

  clientInformation() {
    return this.client;
  }
  saveClientInformation(client: OAuthClientInformationMixed) {
    this.client = client;
  }
  tokens() {
    return this.issued;
  }
  saveTokens(tokens: OAuthTokens) {
    this.issued = tokens;
  }
  redirectToAuthorization(url: URL) {
    this.sentTo = url.href;
  }
  saveCodeVerifier(verifier: string) {
    this.verifier = verifier;
  }
  codeVerifier() {
    return this.verifier;
  }
}
