/**
 * A capability is asked for: its build is written down, its watch is set, the Builder is begun. Each step may be done
 * again, so that a call which died half way goes on where it was.
 */
import type { ToolContext } from "../../agent/ports/tool.ts";
import type { Children } from "../../children/begin.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import { endWithout } from "./end.ts";
import {
  BUILD,
  BUILD_LIMITS,
  BUILDER,
  type Build,
  type BuildCatalog,
  type BuildId,
  type BuildStore,
} from "./record/build.ts";
import { type BuildWish, taskOf } from "./task.ts";
import { BUILDER_TOOLS } from "./tools/names.ts";
import { firstWatch } from "./watch.ts";

export interface RequestDeps {
  store: BuildStore;
  catalog: BuildCatalog;
  children: Pick<Children, "start">;
  jobs: Pick<Jobs, "enqueue">;
  /** The same key gives the same id. */
  idOf(key: readonly string[]): Promise<BuildId>;
  now(): number;
}

export type Requested = { ok: true; build: Build } | { ok: false; reason: string };

/** `context` is that of the call which asks; the same call again finds the same build. */
export async function requestBuild(
  deps: RequestDeps,
  wish: BuildWish,
  context: ToolContext,
): Promise<Requested> {
  const { owner, conversation_id, idempotency_key } = context;
  const id = await deps.idOf([owner, conversation_id, idempotency_key]);
  const known = await deps.store.get(id);
  const noted = known ? { ok: true as const, build: known } : await note(deps, wish, { id, context });
  if (!noted.ok || noted.build.id !== id || noted.build.status !== "building") return noted;
  await deps.jobs.enqueue(firstWatch(noted.build, deps.now()));
  return begin(deps, { build: noted.build, wish }, context);
}

async function note(
  { store, catalog, now }: RequestDeps,
  { name, description }: BuildWish,
  { id, context }: { id: BuildId; context: ToolContext },
): Promise<Requested> {
  const { owner, conversation_id, call_id } = context;
  const running = await store.running(owner, name);
  if (running) return { ok: true, build: running };
  const refusal = await catalog.begin(owner, { name, description });
  if (refusal !== undefined) return { ok: false, reason: refusal };
  const place = { id, owner, name, description, conversation_id, call_id };
  const build: Build = { ...place, ...NOTHING_YET, created_at: now() };
  const files = (await catalog.filesOf(owner, name)) ?? {};
  if (await store.insert(build, files)) return { ok: true, build };
  // Somebody else asked for the same at the same moment.
  const other = await store.running(owner, name);
  return other
    ? { ok: true, build: other }
    : { ok: false, reason: "It could not be begun. Ask for it again." };
}

const NOTHING_YET = {
  child_id: null,
  status: "building",
  progress: "",
  allowed: [],
  version: null,
  error: null,
  steps: 0,
  cost_usd: 0,
  ended_at: null,
} as const;

async function begin(
  deps: RequestDeps,
  { build, wish }: { build: Build; wish: BuildWish },
  context: ToolContext,
): Promise<Requested> {
  const started = await deps.children.start(
    {
      kind: BUILD,
      agent: BUILDER,
      task: taskOf(wish, await deps.store.files(build.id)),
      title: `Build ${build.name}`,
      report: "message",
      limits: BUILD_LIMITS,
      own_tools: BUILDER_TOOLS,
    },
    context,
  );
  if (!started.ok) {
    await endWithout(deps, build, { status: "failed", error: started.error });
    return { ok: false, reason: started.error };
  }
  const { conversation_id: child_id } = started;
  await deps.store.begun(build.id, child_id);
  return { ok: true, build: { ...build, child_id } };
}
