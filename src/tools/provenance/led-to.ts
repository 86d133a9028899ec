/** Whether the person's words lead to a field: they pick out the record in which it stands. */
import { isTextName, isWriterName } from "../../domain/provenance/argument-kinds.ts";
import { type Field, labelsOf } from "../../domain/provenance/fields.ts";
import type { NormalText } from "../../domain/provenance/normal-form.ts";
import type { ArgumentOrigin } from "../../domain/provenance/provenance.ts";
import { isPickedOut, isSaid } from "../../domain/provenance/said.ts";
import { isSameValue, leavesOf } from "./values.ts";

interface Candidate {
  field: Field;
  kind: ArgumentOrigin["kind"];
  /** All fields of answers to which the person's words led. */
  all: readonly Field[];
  /** The call that brought it. */
  input: unknown;
}

interface Words {
  said: NormalText;
  asked: NormalText;
}

const LONGEST_LABEL = 80;
const REPLIES = /(?<!\p{L})(?:repl|respond|answer|write back|antwort|zurückschreib|répon|repon)/u;

/**
 * True when a record around the field is named by the person, or was the only answer to what they asked for. Whom a
 * call reaches has to be one record alone, and whoever wrote to the person is reached by a reply only.
 */
export function isLedTo({ field, kind, all, input }: Candidate, words: Words): boolean {
  const decides = kind === "destination" || kind === "address";
  if (decides && isWriterName(field.key) && !REPLIES.test(words.asked.words)) return false;
  if (field.is_only && (!decides || leavesOf(input).some(({ value }) => isSaid(value, words.said))))
    return true;
  const naming = namingOf(field, words.said);
  if (naming === undefined || !decides) return naming !== undefined;
  return !all.some((other) => isRival(other, { field, naming, said: words.said }));
}

type Naming = "whole" | "part";

/** Naming of the nearest records that hold the field: a whole label was said, or a telling part of one. */
function namingOf({ records, value }: Field, said: NormalText): Naming | undefined {
  const labels = records
    .flatMap(labelsOf)
    .filter((label) => isLabel(label) && !isSameValue(label.value, value));
  if (labels.some((label) => isSaid(label.value, said))) return "whole";
  return labels.some((label) => isPickedOut(label.value, said)) ? "part" : undefined;
}

function isLabel({ key, value }: { key: string; value: string }): boolean {
  return value.length >= 3 && value.length <= LONGEST_LABEL && !isTextName(key);
}

interface Named {
  field: Field;
  naming: Naming;
  said: NormalText;
}

/** Another record that is named as well, and says something else there. */
function isRival(other: Field, { field, naming, said }: Named): boolean {
  if (other.key !== field.key || other.records[0] === field.records[0]) return false;
  if (isSameValue(other.value, field.value)) return false;
  const named = namingOf(other, said);
  return named === "whole" || named === naming;
}
