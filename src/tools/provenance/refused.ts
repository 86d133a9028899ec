/** Whether a person's no holds for a call: they have refused the same in this turn, or one that comes from the same place. */
import type { PolicyQuestion } from "../../agent/ports/policy.ts";
import { kindOfName } from "../../domain/provenance/argument-kinds.ts";
import { emailsIn, ibansOf } from "../../domain/provenance/normal-form.ts";
import type { Origin } from "../../domain/provenance/provenance.ts";
import { plainAddressesIn } from "../addresses.ts";
import { Evidence } from "./evidence.ts";
import type { Judgement } from "./judge.ts";
import { isSameValue, leavesOf } from "./values.ts";

type Refused = NonNullable<PolicyQuestion["turn"]["refused"]>[number];

export function isRefusedLike({ tool, input, turn }: PolicyQuestion, { provenance }: Judgement): boolean {
  const { refused = [] } = turn;
  if (refused.length === 0) return false;
  if (refused.some((before) => before.tool === tool.name && isSameInput(before.input, input))) return true;
  const sources = turn.sources?.();
  if (!sources) return false;
  const evidence = new Evidence(sources);
  const places = new Set(refused.flatMap((before) => placesOf(before, evidence)));
  return provenance.some(
    ({ kind, is_clean, value, origin }) =>
      kind !== "plain" && !is_clean && places.has(placeOf(value, origin, evidence) ?? NOWHERE),
  );
}

function isSameInput(one: unknown, other: unknown): boolean {
  const [a, b] = [leavesOf(one), leavesOf(other)];
  const isEqual = a.every((leaf) =>
    b.some(
      ({ path, value }) => path === leaf.path && (value === leaf.value || isSameValue(value, leaf.value)),
    ),
  );
  return a.length === b.length && isEqual;
}

/** The lines from which a refused call took whom or what it would have reached. */
function placesOf({ input }: Refused, evidence: Evidence): (string | symbol)[] {
  return leavesOf(input)
    .flatMap(({ key, value }) => {
      const inText = [...emailsIn(value), ...ibansOf(value), ...plainAddressesIn(value)];
      const kind = kindOfName(key);
      return kind === undefined
        ? inText.map((each) => ({ value: each, kind: "address" as const }))
        : [{ value, kind }];
    })
    .map(({ value, kind }) => ({ value, ...evidence.originOf(value, kind) }))
    .flatMap(({ value, origin, is_clean }) => (is_clean ? [] : (placeOf(value, origin, evidence) ?? [])));
}

const NOWHERE = Symbol("nowhere");

/** The field, or the line of running text. */
function placeOf(
  value: string,
  { from, call_id, field_path }: Origin,
  evidence: Evidence,
): string | undefined {
  return from === "field" ? `${call_id} ${field_path}` : evidence.lineWith(value)?.place;
}
