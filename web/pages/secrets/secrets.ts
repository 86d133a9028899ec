/** Secrets together with the capabilities that need them. */
import type { Capability } from "../../api/agents/capabilities.ts";
import type { Secret } from "../../api/agents/secrets.ts";

export interface NamedSecret {
  name: string;
  /** Null: a capability needs it, and it is not set. */
  kept: Secret | null;
  /** Names of capabilities. */
  users: string[];
}

/** The API's rule for names. */
export const SECRET_NAME = /^[A-Z][A-Z0-9_]{0,63}$/;

/** Sorted by name: secrets that are set, and those that a capability needs. */
export function namedSecrets(
  kept: readonly Secret[],
  capabilities: readonly Pick<Capability, "name" | "secrets">[],
): NamedSecret[] {
  const names = new Set([...kept.map(({ name }) => name), ...capabilities.flatMap(({ secrets }) => secrets)]);
  return [...names].sort().map((name) => ({
    name,
    kept: kept.find((secret) => secret.name === name) ?? null,
    users: capabilities.filter(({ secrets }) => secrets.includes(name)).map((capability) => capability.name),
  }));
}

/** Turns typed text into a valid name. */
export function asName(typed: string): string {
  return typed
    .trim()
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, "_");
}
