/** People: for admins the list and the invites, for everybody their own preferences. */
import { call, query, type Result } from "../http.ts";

export const ROLES = ["admin", "member", "guest"] as const;
export type Role = (typeof ROLES)[number];

export interface Person {
  id: string;
  username: string | null;
  name: string;
  role: Role;
  disabled: boolean;
  created_at: string;
}

export interface Invite {
  id: string;
  name: string;
  role: Role;
  state: "open" | "used_up" | "expired" | "disabled";
  code_hint: string;
  max_uses: number;
  uses: number;
  created_at: string;
  expires_at: string | null;
}

export interface NewInvite {
  name: string;
  role: Role;
  max_uses: number;
  expires_at: string | null;
}

export interface Preferences {
  time_zone: string | null;
  language: string | null;
  interface_language: "en" | "de" | "fr" | null;
  voice_replies: boolean | null;
  default_agent: string | null;
  default_model: string | null;
  favourite_models: string[] | null;
}

/** Usage and quota of one kind of thing. */
export interface StorageQuota {
  what: string;
  used: number;
  limit: number;
}

export interface Page<T> {
  items: T[];
  next_cursor: string | null;
}

export function listPeople(q: string, cursor: string | null): Promise<Result<Page<Person>>> {
  return call("GET", `/users${query({ q, cursor })}`);
}

export function changePerson(
  id: string,
  change: Partial<Pick<Person, "name" | "role" | "disabled">>,
): Promise<Result<Person>> {
  return call("PATCH", `/users/${id}`, change);
}

/** `data` decides what happens to their conversations, memory and files. */
export function deletePerson(
  id: string,
  data: "keep" | "delete",
): Promise<Result<{ conversations: number; job_id: string | null }>> {
  return call("DELETE", `/users/${id}${query({ data })}`);
}

/** A link to set a new password; valid for a day, once. */
export function makeResetLink(person_id: string): Promise<Result<{ url: string }>> {
  return call("POST", "/auth/links", { person_id, purpose: "reset" });
}

export function listInvites(): Promise<Result<Page<Invite>>> {
  return call("GET", "/invites");
}

/** `url` is shown only this once. */
export function makeInvite(invite: NewInvite): Promise<Result<Invite & { code: string; url: string }>> {
  return call("POST", "/invites", invite);
}

export function disableInvite(id: string, disabled: boolean): Promise<Result<Invite>> {
  return call("PATCH", `/invites/${id}`, { disabled });
}

export function deleteInvite(id: string): Promise<Result<unknown>> {
  return call("DELETE", `/invites/${id}`);
}

export function renameMe(name: string): Promise<Result<unknown>> {
  return call("PATCH", "/me", { name });
}

export function readPreferences(): Promise<Result<Preferences>> {
  return call("GET", "/preferences");
}

export function changePreferences(change: Partial<Preferences>): Promise<Result<Preferences>> {
  return call("PATCH", "/preferences", change);
}

export function readKept(): Promise<Result<{ items: StorageQuota[] }>> {
  return call("GET", "/me/usage");
}
