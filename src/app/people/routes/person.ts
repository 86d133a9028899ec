/** A person in routes: their view, their place in an address, and refusals. */
import { z } from "zod";
import { AppError } from "../../../domain/errors.ts";
import { isAddress, isClient, type Person } from "../../../people/person.ts";
import { proxyKey } from "../../../storage/d1/people/identities.ts";
import type { ApiContext } from "../../http/api.ts";
import { iso } from "../../http/query.ts";
import { servicesOf } from "../services.ts";

/** A person's id in an address: `psn_...`, or that of the first person. */
export const personParams = () =>
  z.object({
    id: z
      .string()
      .max(100)
      .refine((id) => !isClient(id), "That is a client: whoever keeps it finds it under /api/v1/clients."),
  });

export function personView(person: Person) {
  const { disabled_at, created_at, updated_at, ...rest } = person;
  return {
    ...rest,
    disabled: disabled_at !== null,
    disabled_at: iso(disabled_at ?? undefined),
    created_at: iso(created_at),
    updated_at: iso(updated_at),
  };
}

/**
 * Throws if somebody picks a username that only an admin may give: an address may be somebody else's at a provider or a
 * proxy.
 */
export function refuseAddress(username: string): void {
  if (!isAddress(username)) return;
  throw new AppError(
    "forbidden",
    "username: a name with an @ may be somebody's address, so only an admin may give it. Take another, or ask an admin.",
  );
}

/** Throws if the name that an admin gives is linked at the proxy with somebody else: it would be unclear who signs in there. */
export async function refuseLinkedName(
  context: ApiContext,
  username: string | null | undefined,
  id?: string,
): Promise<void> {
  if (username == null) return;
  const linked = await servicesOf(context).people.identities.person(proxyKey(username));
  if (linked === undefined || linked.id === id) return;
  throw new AppError(
    "conflict",
    `username: the proxy's ${username} is linked with ${linked.name} (${linked.id}). Take that back from them first.`,
  );
}

/** Throws if a proxy's name that is to be linked with somebody was given to somebody else by an admin. */
export async function refuseGivenName(context: ApiContext, name: string, id: string): Promise<void> {
  const given = await servicesOf(context).people.persons.byGivenName(name);
  if (given === undefined || given.id === id) return;
  throw new AppError(
    "conflict",
    `platform_id: ${name} is the username of ${given.name} (${given.id}), and so the proxy's name of them. Change that first.`,
  );
}

/** The person after a change or deletion. Throws an AppError that says why it was not possible. */
export function unwrapPerson(
  result: Person | "username_taken" | "last_admin" | undefined,
  id: string,
): Person {
  if (result === undefined) throw noSuchPerson(id);
  if (result === "username_taken") throw usernameTaken();
  if (result === "last_admin") {
    throw new AppError(
      "conflict",
      "This is the last active admin, and somebody has to be one. Make another person an admin first.",
    );
  }
  return result;
}

export function noSuchPerson(id: string): AppError {
  return new AppError("resource_not_found", `There is no person "${id}". GET /api/v1/users lists them.`);
}

export function usernameTaken(): AppError {
  return new AppError(
    "conflict",
    "username: somebody has this name already, in this or another case. Take another.",
  );
}
