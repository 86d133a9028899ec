/** Erases and exports a person's data by asking each part for its share. */

import { type ErasedCounts, sumOf } from "../../../jobs/erase-person.ts";
import type { Database } from "../../../storage/d1/database.ts";
import { eraseOwnedRows } from "../../../storage/d1/people/owned-rows.ts";
import type { Part } from "../../part.ts";
import type { PersonalData } from "../../services/personal-data.ts";
import type { OpenParts } from "../open-parts.ts";

export interface PersonalDataWiring {
  db: Database;
  list: readonly Part[];
  /** Opened parts of that list. */
  parts: Pick<OpenParts, "all">;
}

export function wirePersonalData({ db, list, parts }: PersonalDataWiring): PersonalData {
  const owned = list.flatMap((part) => part.owned ?? []);
  return {
    async erase(owner, heartbeat) {
      for (const { halt } of parts.all()) await halt?.(owner);
      let erased: ErasedCounts = {};
      for (const { erase } of parts.all()) erased = sumOf(erased, (await erase?.(owner, heartbeat)) ?? {});
      await eraseOwnedRows(db, owned, owner);
      return erased;
    },
    async *archive(principal) {
      for (const { archive } of parts.all()) if (archive) yield* archive(principal);
    },
  };
}
