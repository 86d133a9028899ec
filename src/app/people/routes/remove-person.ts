/** Removes a person, by an admin or by themselves. */
import { AppError } from "../../../domain/errors.ts";
import { eraseJob } from "../../../jobs/erase-person.ts";
import { FIRST_PERSON } from "../../../people/person.ts";
import type { ApiContext } from "../../http/api.ts";
import { servicesOf } from "../services.ts";
import { unwrapPerson } from "./person.ts";

interface Removal {
  id: string;
  data: "keep" | "delete";
  /** Owner of the erasure job. */
  by: string;
}

export async function removePerson(context: ApiContext, { id, data, by }: Removal) {
  const { people, conversations, jobs, recordings } = servicesOf(context);
  if (id === FIRST_PERSON) {
    throw new AppError(
      "conflict",
      "This is the person whom ADMIN_TOKEN speaks for, so it cannot be deleted. With another admin there, it can be disabled.",
    );
  }
  const had = (await conversations.ids(id)).length;
  const person = await people.persons.remove(id);
  // Data of a person who was deleted earlier, and was kept then, can still be erased.
  const isLeftOver = person === undefined && had > 0 && data === "delete";
  if (!isLeftOver) unwrapPerson(person, id);
  // A voice goes with its person, whatever of their data is kept.
  await (await recordings()).removeAll(id);
  const job = data === "delete" ? await jobs.enqueue(eraseJob({ person: id, by })) : undefined;
  return {
    id,
    data: job ? ("being_deleted" as const) : ("kept" as const),
    conversations: had,
    job_id: job?.id ?? null,
  };
}
