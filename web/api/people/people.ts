/** People: for admins the list and the invites, for everybody their own preferences. */
import type { Page } from "../../../src/channels/web/wire.ts";
import type { Invite, InviteFields, NewInvite } from "../../../src/contract/people/invites.ts";
import type { Me, StorageQuota, StorageUsage } from "../../../src/contract/people/me.ts";
import type { DeletedPerson, Person, PersonChange } from "../../../src/contract/people/people.ts";
import type { Preferences, PreferencesChange } from "../../../src/contract/people/preferences.ts";
import type { OneTimeLink } from "../../../src/contract/people/sign-in.ts";
import { call, query, type Result } from "../http.ts";

export type { Invite, Person, Preferences, StorageQuota };

export function listPeople(q: string, cursor: string | null): Promise<Result<Page<Person>>> {
  return call("GET", `/users${query({ q, cursor })}`);
}

export function changePerson(id: string, change: PersonChange): Promise<Result<Person>> {
  return call("PATCH", `/users/${id}`, change);
}

/** `data` decides what happens to their conversations, memory and files. */
export function deletePerson(id: string, data: "keep" | "delete"): Promise<Result<DeletedPerson>> {
  return call("DELETE", `/users/${id}${query({ data })}`);
}

/** Deletes one's own account, with everything in it. */
export function deleteMe(): Promise<Result<DeletedPerson>> {
  return call("DELETE", "/me");
}

/** A link to set a new password; valid for a day, once. */
export function makeResetLink(person_id: string): Promise<Result<OneTimeLink>> {
  return call("POST", "/auth/links", { person_id, purpose: "reset" });
}

export function listInvites(): Promise<Result<Page<Invite>>> {
  return call("GET", "/invites");
}

/** `url` is shown only this once. */
export function makeInvite(invite: Omit<InviteFields, "count">): Promise<Result<NewInvite>> {
  return call("POST", "/invites", invite);
}

export function disableInvite(id: string, disabled: boolean): Promise<Result<Invite>> {
  return call("PATCH", `/invites/${id}`, { disabled });
}

export function deleteInvite(id: string): Promise<Result<unknown>> {
  return call("DELETE", `/invites/${id}`);
}

export function renameMe(name: string): Promise<Result<Me>> {
  return call("PATCH", "/me", { name });
}

export function readPreferences(): Promise<Result<Preferences>> {
  return call("GET", "/preferences");
}

export function changePreferences(change: PreferencesChange): Promise<Result<Preferences>> {
  return call("PATCH", "/preferences", change);
}

export function readKept(): Promise<Result<StorageUsage>> {
  return call("GET", "/me/usage");
}
