/** Who asks, as the Worker has established it. Only the Worker can reach the object, so it is believed. */
export interface Principal {
  /** Id of the person; owners of conversations are compared with it. */
  owner: string;
  role: "admin" | "member" | "guest";
  name: string;
}

const HEADER = "x-nightjar-principal";

export function withPrincipal(headers: Headers, principal: Principal): Headers {
  const result = new Headers(headers);
  result.set(HEADER, encodeURIComponent(JSON.stringify(principal)));
  return result;
}

export function principalOf(headers: Headers): Principal | undefined {
  const text = headers.get(HEADER);
  return text === null ? undefined : (JSON.parse(decodeURIComponent(text)) as Principal);
}

export function mayUse(principal: Principal, owner: string): boolean {
  return principal.role === "admin" || principal.owner === owner;
}
