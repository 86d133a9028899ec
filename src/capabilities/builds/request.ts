/**
 * Requests a capability: records the build, schedules its watch, and starts the Builder. Each step is
 * idempotent, so a repeated call resumes one that died half way.
 */
import type { ToolContext } from "../../agent/ports/tool.ts";
import type { PromptTexts } from "../../agent/prompts/prompt-texts.ts";
import type { Children } from "../../children/ports.ts";
import { PRIORITIES } from "../../jobs/job.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import { endWithout } from "./end.ts";
import {
  BUILD,
  BUILD_JOB,
  BUILD_LIMITS,
  BUILDER,
  type Build,
  type BuildCatalog,
  type BuildId,
  type BuildStore,
} from "./record/build.ts";
import { type BuildRequest, taskValues } from "./task.ts";
import { BUILDER_TOOLS } from "./tools/names.ts";
import { firstWatch } from "./watch.ts";

export interface RequestDeps {
  store: BuildStore;
  catalog: BuildCatalog;
  children: Pick<Children, "start">;
  jobs: Pick<Jobs, "enqueue">;
  prompts: Pick<PromptTexts, "known">;
  /** Deterministic: equal keys give equal ids. */
  idOf(key: readonly string[]): Promise<BuildId>;
  now(): number;
}

export type BuildRequestResult = { ok: true; build: Build } | { ok: false; reason: string };

/** `context` is that of the requesting call; a repeated call finds the same build. */
export async function requestBuild(
  deps: RequestDeps,
  request: BuildRequest,
  context: ToolContext,
): Promise<BuildRequestResult> {
  const { store, catalog, now } = deps;
  const build = await noted(deps, request, context);
  if (!build) return { ok: false, reason: "The build could not be started. Request it again." };
  // The build is another call's, or it is this call's and has ended since.
  if (build.status !== "building" || !isOf(build, context)) return { ok: true, build };
  const refusal = await catalog.begin(build, request.input_schema);
  if (refusal === undefined) return begin(deps, { build, request }, context);
  await endWithout({ store, catalog, now }, build, { status: "failed", error: refusal });
  return { ok: false, reason: refusal };
}

function isOf({ conversation_id, call_id }: Build, context: ToolContext): boolean {
  return conversation_id === context.conversation_id && call_id === context.call_id;
}

/** The build of this call, or the one of that name that is under way. */
async function noted(
  deps: RequestDeps,
  request: BuildRequest,
  context: ToolContext,
): Promise<Build | undefined> {
  const { store, catalog, jobs, now } = deps;
  const { owner, conversation_id, idempotency_key, call_id, source } = context;
  const { name, description } = request;
  const id = await deps.idOf([owner, conversation_id, idempotency_key]);
  const known = (await store.get(id)) ?? (await store.running(owner, name));
  if (known) return known;
  // The watch comes first: it finds the build if anything dies after this.
  await jobs.enqueue(firstWatch({ id, owner, conversation_id }, now()));
  const { files = {}, allowed = [] } = (await catalog.inUse(owner, name)) ?? {};
  const place = { id, owner, name, description, conversation_id, call_id };
  const build: Build = {
    ...place,
    ...NOTHING_YET,
    is_live: source.is_live === true,
    allowed,
    created_at: now(),
  };
  if (await store.insert(build, files)) return build;
  return store.running(owner, name);
}

const NOTHING_YET = {
  child_id: null,
  status: "building",
  progress: "",
  version: null,
  error: null,
  steps: 0,
  cost_usd: 0,
  ended_at: null,
} as const;

async function begin(
  deps: RequestDeps,
  { build, request }: { build: Build; request: BuildRequest },
  context: ToolContext,
): Promise<BuildRequestResult> {
  const values = taskValues(request, await deps.store.files(build.id));
  const started = await deps.children.start(
    {
      kind: BUILD,
      agent: BUILDER,
      task: await deps.prompts.known("builder-task", values),
      title: `Build ${build.name}`,
      report: "message",
      job: { kind: BUILD_JOB, priority: PRIORITIES.build },
      limits: BUILD_LIMITS,
      own_tools: BUILDER_TOOLS,
      // The failed inputs may be untrusted content.
      ...(request.repair !== undefined && { tainted: true }),
    },
    context,
  );
  if (!started.ok) {
    await endWithout(deps, build, { status: "failed", error: started.error });
    return { ok: false, reason: started.error };
  }
  const { conversation_id: child_id } = started;
  await deps.store.setChild(build.id, child_id);
  return { ok: true, build: { ...build, child_id } };
}
