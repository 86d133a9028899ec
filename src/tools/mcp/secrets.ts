/** Secrets of the instance in headers of servers: `{{secret:MCP_NAME}}`. They are the operator's, so admins alone may use them. */

export const SECRET = /\{\{secret:(MCP_[A-Z0-9_]+)\}\}/g;

type Headers = Readonly<Record<string, string>>;

/** Their names, each once. */
export function secretsIn(headers: Headers): string[] {
  const found = Object.values(headers).flatMap((value) =>
    [...value.matchAll(SECRET)].map(([, name]) => name ?? ""),
  );
  return [...new Set(found)];
}

export function refersToSecret(headers: Headers): boolean {
  return secretsIn(headers).length > 0;
}
