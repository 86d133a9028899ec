/** Sources of an import with their units, in an order that is the same each time. */

import type { FileGroup } from "../files/groups.ts";
import { hermesHome } from "../homes/hermes.ts";
import { openClawHome } from "../homes/openclaw.ts";
import { type SourceReader, type Unit, unitOf } from "../units.ts";
import { conversationFiles } from "./conversation-files.ts";
import { nightjarExport } from "./nightjar-export.ts";

/** A new program is one line here. The first that fits reads the source. */
const READERS: readonly SourceReader[] = [nightjarExport, openClawHome, hermesHome, conversationFiles];

export async function* unitsOf(group: FileGroup): AsyncGenerator<Unit, void> {
  if (group.isDamaged) return yield unitOf({ kind: "file", title: group.name, why: "damaged" });
  const paths = new Set(group.files.map(({ path }) => path));
  const reader = READERS.find(({ fits }) => fits(paths));
  if (reader) yield* reader.units(group);
}
