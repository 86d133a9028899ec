/** Creates, changes and removes clients, for their keeper and for agents that have their keeper's approval. */
import { definedOf } from "../domain/defined.ts";
import { AppError } from "../domain/errors.ts";
import { isClient } from "../people/person.ts";
import { type Client, type ClientAccount, type ClientFields, fieldsOfClient } from "./client.ts";
import type { ClientDeps } from "./ports.ts";

/** Throws an AppError when it is not allowed. */
export async function makeClient(deps: ClientDeps, owner: string, fields: ClientFields): Promise<Client> {
  if (isClient(owner)) throw new AppError("forbidden", "A client keeps no clients: whoever keeps it does.");
  const { most, clients, newId } = deps;
  if ((await clients.list(owner)).length >= most)
    throw new AppError(
      "conflict",
      `You keep ${most} clients already. Remove one; the operator can allow more with QUOTA_CLIENTS.`,
    );
  const made = await clients.create({ ...fields, id: newId(), owner });
  if (made === "slug_taken") throw slugTaken(fields.slug);
  return made;
}

/** Returns the client unchanged when nothing differs. */
export async function changeClient(
  { clients, changed }: ClientDeps,
  of: Client,
  change: Partial<ClientFields>,
): Promise<Client> {
  const fields = { ...fieldsOfClient(of), ...definedOf(change) };
  if (JSON.stringify(fields) === JSON.stringify(fieldsOfClient(of))) return of;
  const after = await clients.update(of, fields);
  if (after === "slug_taken") throw slugTaken(fields.slug);
  if (!after) throw changedMeanwhile(of);
  changed();
  return after;
}

export async function giveAccounts(
  { clients, changed }: ClientDeps,
  of: Client,
  accounts: readonly ClientAccount[],
): Promise<Client> {
  const after = await clients.setAccounts(of.id, accounts);
  if (after === "taken")
    throw new AppError("conflict", "One of these bots is another client's. Take it from that one first.");
  if (!after) throw changedMeanwhile(of);
  changed();
  return after;
}

/** Removes the client and its agents at once and erases the rest in the background. Returns the id of that job. */
export async function removeClient(deps: ClientDeps, client: Client, by: string): Promise<string> {
  await deps.clients.remove(client.id);
  await deps.removeAgents(client.id);
  deps.changed();
  return deps.erase({ client: client.id, by });
}

/** Whether removing the client would lose nothing: no bots, agents or conversations. */
export async function isUnused(deps: ClientDeps, { id, accounts }: Client): Promise<boolean> {
  if (accounts.length > 0) return false;
  const [agents, conversations] = await Promise.all([deps.agentsOf(id), deps.conversationsOf(id)]);
  return agents.length === 0 && conversations === 0;
}

function slugTaken(slug: string): AppError {
  return new AppError("conflict", `You keep a client "${slug}" already: change it, or choose another slug.`);
}

function changedMeanwhile({ slug }: Client): AppError {
  return new AppError(
    "conflict",
    `The client "${slug}" was changed at this moment. Look again, and try again.`,
  );
}
