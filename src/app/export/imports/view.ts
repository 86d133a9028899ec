/** An import as the API shows it. */
import { type ImportRecord, noOutcome, perKind } from "../../../export/imports/record.ts";
import { PART_BYTES } from "../../../storage/r2/imports.ts";
import { iso } from "../../http/query.ts";

export function importView(record: ImportRecord) {
  const { id, state, size, files, take, left, problems, failure } = record;
  const sources = record.sources.map((source) => ({
    ...source,
    counts: { ...perKind(() => 0), ...source.counts },
    names: { ...perKind((): string[] => []), ...source.names },
  }));
  const outcome = { ...perKind(noOutcome), ...record.outcome };
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
