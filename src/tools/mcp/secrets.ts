/**
 * Secrets of the instance in a server's headers: `{{secret:MCP_NAME}}`. They belong to the operator, so only admins may
 * use them.
 */

export const SECRET = /\{\{secret:(MCP_[A-Z0-9_]+)\}\}/g;

type Headers = Readonly<Record<string, string>>;

/** The names of the secrets, each once. */
export function secretsIn(headers: Headers): string[] {
  const found = Object.values(headers).flatMap((value) =>
    [...value.matchAll(SECRET)].map(([, name]) => name ?? ""),
  );
  return [...new Set(found)];
}

export function refersToSecret(headers: Headers): boolean {
  return secretsIn(headers).length > 0;
}
