/** Everything that the parts of the Worker hold of one person. */

import type { Principal } from "../../domain/principal.ts";
import type { ArchiveFile } from "../../export/archive.ts";
import type { ErasedCounts } from "../../jobs/erase-person.ts";
import { group } from "./group.ts";

export interface PersonalData {
  /** Erases it in all parts. Idempotent; rejects when some of it could not be erased. Calls `heartbeat` now and then. */
  erase(owner: string, heartbeat: () => Promise<void>): Promise<ErasedCounts>;
  /** All of it but secrets, in the order of the list of parts. Rejects if any of it cannot be read. */
  archive(principal: Principal): AsyncIterable<ArchiveFile>;
}

export interface PersonalDataServices {
  personalData: PersonalData;
}

export const PERSONAL_DATA = group<PersonalDataServices>()("personalData");
