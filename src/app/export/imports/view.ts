/** An import as the API shows it. */
import type { ImportRecord } from "../../../export/imports/record.ts";
import { PART_BYTES } from "../../../storage/r2/imports.ts";
import { iso } from "../../http/query.ts";

export function importView(record: ImportRecord) {
  const { id, state, size, files, sources, take, outcome, left, problems, failure } = record;
  const times = { created_at: iso(record.created_at), updated_at: iso(record.updated_at) };
  return {
    id,
    state,
    ...times,
    size,
    files,
    part_bytes: PART_BYTES,
    sources,
    take,
    outcome,
    left,
    problems,
    failure,
  };
}
