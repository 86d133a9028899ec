/** A person's secrets for capabilities: written, never read. */
import { call, type Result } from "../http.ts";

export interface Secret {
  name: string;
  /** The secret's last characters; empty where they would reveal too much. */
  hint: string;
  /** ISO 8601. */
  updated_at: string;
}

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
