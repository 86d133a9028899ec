/** A person's secrets for capabilities: written, never read. */
import type { Secret } from "../../../src/contract/agents/secrets.ts";
import { call, type Result } from "../http.ts";

export type { Secret };

const at = (name: string) => `/secrets/${encodeURIComponent(name)}`;

export function listSecrets(): Promise<Result<{ items: Secret[] }>> {
  return call("GET", "/secrets");
}

export function setSecret(name: string, value: string): Promise<Result<null>> {
  return call("PUT", at(name), { value });
}

export function removeSecret(name: string): Promise<Result<null>> {
  return call("DELETE", at(name));
}
