/** Calls that were planned before anything from outside was read: each item lets one call run that fits it. */
import type { Tool } from "../../agent/ports/tool.ts";
import type { TurnSources } from "../../agent/ports/trust.ts";
import type { CallId } from "../../domain/ids.ts";
import { isDestroyingVerb } from "../../domain/provenance/acts.ts";
import type { ArgumentOrigin } from "../../domain/provenance/provenance.ts";
import { PLAN_AHEAD, type PlannedCall, plannedIn } from "../plan-ahead.ts";
import { type Evidence, isToolNamed } from "./evidence.ts";
import { isSameValue, leavesOf } from "./values.ts";

interface Fitting {
  plan: CallId;
  /** A value of the call could not be known when it was planned. */
  has_gaps: boolean;
}

interface Call {
  tool: Tool;
  input: unknown;
  call_id?: CallId;
  /** Undefined: the tool names none, so the whole input is compared. */
  sinks: readonly Pick<ArgumentOrigin, "path" | "kind" | "value" | "is_clean">[] | undefined;
}

/** Undefined: no unspent item fits. */
export function plannedFor(call: Call, sources: TurnSources, evidence: Evidence): Fitting | undefined {
  const items = itemsOf(sources).filter(({ tool }) => isToolNamed(call.tool.name, tool));
  if (items.length === 0) return undefined;
  const unspent = unspentOf(items, call, { sources, evidence });
  const fits = unspent.flatMap((item) => {
    const fit = fitOf(call, item, evidence);
    return fit === undefined ? [] : [{ plan: item.plan, has_gaps: fit === "gaps" }];
  });
  return fits.find(({ has_gaps }) => !has_gaps) ?? fits[0];
}

type Item = PlannedCall & { plan: CallId };

/** A plan counts once it was noted, which it is only while nothing from outside stands before the model. */
function itemsOf({ answers }: TurnSources): Item[] {
  return answers
    .filter(({ tool, is_error, at }) => tool === PLAN_AHEAD && !is_error && at === undefined)
    .flatMap(({ call_id, input }) => plannedIn(input).map((item) => ({ ...item, plan: call_id })));
}

interface Context {
  sources: TurnSources;
  evidence: Evidence;
}

function unspentOf(items: readonly Item[], call: Call, { sources, evidence }: Context): Item[] {
  const at = sources.made.findIndex(({ call_id }) => call_id === call.call_id);
  const before = sources.made.slice(0, at < 0 ? undefined : at).filter(({ tool }) => tool === call.tool.name);
  return before.reduce<Item[]>(
    (left, made) => {
      const spent = left.findIndex(
        (item) => fitOf(madeBefore(call.tool, made.input), item, evidence) !== undefined,
      );
      return left.filter((_, index) => index !== spent);
    },
    [...items],
  );
}

/** An earlier call was allowed, by a person where it had to be, so only its ends count. */
function madeBefore(tool: Tool, input: unknown): Call {
  const parsed = tool.input.parse(input);
  const sinks = parsed.ok ? tool.sinks?.(parsed.value) : undefined;
  return { tool, input, sinks: sinks?.map((sink) => ({ ...sink, is_clean: true })) };
}

type Fit = "clear" | "gaps";

function fitOf({ input, sinks }: Call, { with: given }: Item, evidence: Evidence): Fit | undefined {
  const compared =
    sinks ?? leavesOf(input).map((leaf) => ({ ...leaf, kind: "plain" as const, is_clean: false }));
  if (sinks === undefined && compared.length === 0) return undefined;
  const destroys = compared.some(({ kind, value }) => kind === "act" && isDestroyingVerb(value));
  const fits = compared
    .filter(({ kind }) => kind !== "act")
    .map((sink) => fitOfValue({ ...sink, destroys }, given[rootOf(sink.path)], evidence));
  if (fits.includes(undefined)) return undefined;
  return fits.includes("gaps") ? "gaps" : "clear";
}

function rootOf(path: string): string {
  return path.split(/[.[]/)[0] ?? "";
}

function fitOfValue(
  { value, is_clean, destroys }: { value: string; is_clean: boolean; destroys: boolean },
  planned: unknown,
  evidence: Evidence,
): Fit | undefined {
  const fits = leavesOf([planned]).map((leaf) => fitOfLeaf({ value, destroys }, leaf.value, evidence));
  if (fits.includes("clear")) return "clear";
  if (fits.length === 0) return is_clean ? "clear" : undefined;
  if (fits.includes("gaps")) return is_clean ? "clear" : "gaps";
  return undefined;
}

const FIELD = /^\{([\w-]+)\.(?:[\w.[\]-]*\.)?([\w-]+)\}$/;

/** Any record of a list fits a planned field, but for what destroys: then the person has to have named it. */
function fitOfLeaf(
  { value, destroys }: { value: string; destroys: boolean },
  planned: string,
  evidence: Evidence,
): Fit | undefined {
  const plain = planned.trim();
  if (plain === "{?}" || plain === "?") return "gaps";
  const [, tool, key] = FIELD.exec(plain) ?? [];
  if (tool !== undefined && key !== undefined)
    return !destroys && evidence.isFieldOf(value, tool, key) ? "clear" : "gaps";
  return isSameValue(plain, value) || plain.split(/[,;]\s*/).some((part) => isSameValue(part, value))
    ? "clear"
    : undefined;
}
