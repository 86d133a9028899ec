/** Builds as a part of the Worker. */
import type { ChildrenView } from "../../../../durable-objects/conversation/views/children.ts";
import { catalogOfBuilds } from "../../../capabilities/builds/catalog.ts";
import { endWithout } from "../../../capabilities/builds/end.ts";
import { BUILD_JOB, type Build, type BuildId } from "../../../capabilities/builds/record/build.ts";
import { openWorkbench } from "../../../capabilities/builds/record/workbench.ts";
import { type RequestDeps, requestBuild } from "../../../capabilities/builds/request.ts";
import { createRequestTool } from "../../../capabilities/builds/request-tool.ts";
import { settle } from "../../../capabilities/builds/settle.ts";
import { builderTools } from "../../../capabilities/builds/tools/tools.ts";
import { BUILDS, type Builds } from "../../../capabilities/builds/verbs.ts";
import { createWatchJob } from "../../../capabilities/builds/watch.ts";
import { createChildJob } from "../../../children/job/child-job.ts";
import type { Result } from "../../../domain/errors.ts";
import type { ChildState } from "../../../domain/events.ts";
import { derivedId } from "../../../domain/ids.ts";
import type { Principal } from "../../../domain/principal.ts";
import type { JobHandler } from "../../../jobs/job.ts";
import { guardedTools } from "../../../observability/guarded-tools.ts";
import { sha256 } from "../../../platform/digest.ts";
import { D1BuildStore } from "../../../storage/d1/capabilities/builds.ts";
import { openDatabase } from "../../../storage/d1/database.ts";
import { builds } from "../../../storage/d1/schema/builds.ts";
import { childrenPart } from "../../children/part.ts";
import { conversationStub } from "../../objects/stubs.ts";
import { definePart, type OpenPart } from "../../part.ts";
import { NEEDS, type Services } from "../services.ts";
import { builderCasting } from "./casting.ts";
import { buildRoutes } from "./routes.ts";
import { buildWaker } from "./waker.ts";

export const buildsPart = definePart<Builds, typeof NEEDS>({
  name: BUILDS.name,
  routes: buildRoutes,
  owned: [builds],
  needs: NEEDS,
  open,
});

function open(services: Services): OpenPart<Builds> {
  const deps = depsOf(services);
  const { store } = deps;
  const shared = { ...deps, sandbox: services.sandbox, fetch: services.guard };
  const tools = async (build: Build) => {
    const bench = openWorkbench(store, build, await store.files(build.id));
    return guardedTools(builderTools(bench, shared), services.redact);
  };
  const stateOf = (build: Build) => childState(services, build);
  return {
    verbs: {
      store,
      request: (wish, context) => requestBuild(deps, wish, context),
      cancel: (build) => endWithout(deps, build, { status: "cancelled", error: "It was stopped." }),
    },
    tools: [createRequestTool(deps)],
    casting: (next) => builderCasting({ store, tools }, next),
    wakers: [buildWaker((end) => settle(deps, end))],
    jobs: [
      buildJob(services, deps),
      createWatchJob({ ...deps, stateOf, enqueue: (job) => services.jobs.enqueue(job) }),
    ],
  };
}

/** Other parts are asked at the time of use, because parts are opened side by side. */
function depsOf(services: Services): RequestDeps {
  return {
    store: new D1BuildStore(openDatabase(services.env.DB)),
    catalog: catalogOfBuilds(services.capabilities),
    children: { start: (wish, context) => services.verbs(childrenPart).start(wish, context) },
    jobs: services.jobs,
    prompts: services.prompts,
    idOf,
    now: services.now,
  };
}

/** A build whose job ends without a result has ended too. */
function buildJob({ childJobs }: Services, deps: RequestDeps): JobHandler {
  return createChildJob(BUILD_JOB, {
    ...childJobs,
    async ended({ child, parent, call_id }, { status, reason }) {
      const build = await deps.store.ofChild({
        child_id: child,
        parent: { conversation_id: parent, call_id },
      });
      if (build) await endWithout(deps, build, { status, error: reason });
    },
  });
}

/** The child's state, as the conversation reports it in which the capability was asked for. */
async function childState({ env }: Services, build: Build): Promise<ChildState | undefined> {
  const asks: Principal = { owner: build.owner, role: "member", name: "" };
  // A tool's input is JSON of any shape, and RPC's types do not know that it can be sent.
  const told = (await conversationStub(env, build.conversation_id).children(asks)) as Result<ChildrenView>;
  return told.ok ? told.value.items.find(({ call_id }) => call_id === build.call_id)?.state : undefined;
}

async function idOf(key: readonly string[]): Promise<BuildId> {
  return derivedId("bld", await sha256(JSON.stringify(key)));
}
