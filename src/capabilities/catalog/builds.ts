/** Begin, failure and publication of builds in the catalog. */
import { schemaProblems } from "../schema/rules.ts";
import { NAME, NAME_RULE } from "./bundle.ts";
import type { CapabilityKey, CatalogDeps } from "./deps.ts";
import type { BeginCapabilityResult, CapabilityRequest } from "./port.ts";

/** Capabilities per owner. */
const MOST_CAPABILITIES = 500;
/** Length of the description until the first version brings its own. */
const LONGEST_LINE = 300;

export async function begin(
  deps: CatalogDeps,
  owner: string,
  request: CapabilityRequest,
): Promise<BeginCapabilityResult> {
  const { name, build_id } = request;
  const problem = problemOf(request);
  if (problem !== undefined) return { status: "refused", problem };
  const current = await deps.store.get(owner, name);
  if (current?.build_id === build_id) return { status: "begun", capability: current };
  if (current?.build_id) return { status: "building", capability: current };
  if (!current && (await deps.store.list(owner)).length >= MOST_CAPABILITIES)
    return {
      status: "refused",
      problem: `There are ${MOST_CAPABILITIES} capabilities already. Remove one first.`,
    };
  const isMine = current
    ? await deps.store.update(current, again(current.version, build_id), null)
    : await deps.store.add(newCapability(deps, owner, request));
  const capability = await deps.store.get(owner, name);
  if (!capability) return { status: "refused", problem: `${name} was removed in the meantime.` };
  return { status: isMine ? "begun" : "building", capability };
}

function problemOf({ name, description, input_schema }: CapabilityRequest): string | undefined {
  if (!NAME.test(name)) return `"${name.slice(0, 60)}" can't be its name: ${NAME_RULE}.`;
  if (description.trim() === "") return "The description says what it should do.";
  return input_schema && schemaProblems(input_schema, "object")[0];
}

/** A capability with a version stays in use while the next one is built. */
function again(version: number, build_id: string) {
  return version === 0 ? ({ build_id, status: "building", problem: null } as const) : { build_id };
}

function newCapability(deps: CatalogDeps, owner: string, request: CapabilityRequest) {
  const { name, build_id, input_schema = { type: "object" } } = request;
  const description = request.description.trim().slice(0, LONGEST_LINE);
  return { id: deps.ids.create("cap"), owner, name, description, input_schema, build_id };
}

export async function fail(
  { store }: CatalogDeps,
  { owner, name }: CapabilityKey,
  { build_id, problem }: { build_id: string; problem: string },
): Promise<boolean> {
  const current = await store.get(owner, name);
  if (!current) return false;
  const ended = { build_id: null, problem: problem.slice(0, 2_000) };
  const change = current.version === 0 ? { ...ended, status: "failed" as const } : ended;
  return store.update(current, change, build_id);
}
