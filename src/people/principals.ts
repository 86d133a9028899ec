/** Makes the principal of a request from a person and the credential they used. */
import type { Principal } from "../domain/principal.ts";
import type { ApiKey, KeyMarks } from "./api-key.ts";
import type { Person } from "./person.ts";
import type { Session } from "./session.ts";

export function principalOfPerson({ id, role, name }: Person): Principal {
  return { owner: id, role, name };
}

export function principalOfSession(person: Person, { id }: Pick<Session, "id">): Principal {
  return { ...principalOfPerson(person), session_id: id };
}

/**
 * For an API key or a connected app. An admin's key has the admin role only with the scope `admin`: a key to talk with agents must not open
 * others' conversations.
 */
export function principalOfKey(
  person: Person,
  key: Pick<ApiKey, "id" | "scopes"> & Partial<KeyMarks>,
): Principal {
  const { id, scopes, remembers = true, speaks_for_others = false } = key;
  const role = person.role === "admin" && !scopes.includes("admin") ? "member" : person.role;
  return {
    ...principalOfPerson(person),
    role,
    scopes,
    key_id: id,
    ...(speaks_for_others && { speaks_for_others }),
    ...(!remembers && { is_unremembered: true }),
  };
}
