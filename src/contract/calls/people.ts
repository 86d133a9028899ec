/** Calls around people and their keys. */
import type { Invite, InviteFields, NewInvite } from "../people/invites.ts";
import type { Me, OwnSession } from "../people/me.ts";
import type { DeletedPerson, Person, PersonChange, PersonFields } from "../people/people.ts";
import type { ApiKey, KeyFields, NewApiKey } from "../people/sessions.ts";
import type { ListPage, PageQuery } from "./lists.ts";

export interface PeopleCalls {
  "GET /me": { answer: Me };
  "GET /auth/session": { answer: OwnSession };
  "GET /keys": { answer: ListPage<ApiKey> };
  "POST /keys": { body: KeyFields; answer: NewApiKey };
  "DELETE /keys/{id}": { answer: null };
  "GET /users": { query: PageQuery & { q?: string | undefined }; answer: ListPage<Person> };
  "POST /users": { body: PersonFields; answer: Person };
  "PATCH /users/{id}": { body: PersonChange; answer: Person };
  "DELETE /users/{id}": { query: { data?: "keep" | "delete" | undefined }; answer: DeletedPerson };
  "GET /invites": { answer: ListPage<Invite> };
  /** A list where the body has a `count`. */
  "POST /invites": { body: InviteFields; answer: NewInvite | { items: NewInvite[] } };
}
