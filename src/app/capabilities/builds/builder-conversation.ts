/**
 * Access of the build routes to the Builder's conversation. They go through its parent, which is where people
 * are asked.
 */
import type { FollowDeps } from "../../../capabilities/builds/follow.ts";
import type { Build, BuildId } from "../../../capabilities/builds/record/build.ts";
import { BUILDS } from "../../../capabilities/builds/verbs.ts";
import { inboundOfFrame } from "../../../channels/web/inbound-of-frame.ts";
import { AppError } from "../../../domain/errors.ts";
import { pause } from "../../../platform/pause.ts";
import { childrenOf } from "../../conversations/children-of.ts";
import { streamOf } from "../../conversations/conversation-access.ts";
import { type ApiContext, unwrap } from "../../http/api.ts";
import { arrivalOf } from "../../http/inbound.ts";
import { servicesOf } from "../services.ts";

const LOOK_AGAIN_MS = 500;

export function eventsOf(context: ApiContext, id: BuildId): FollowDeps {
  const { store } = servicesOf(context).verbs(BUILDS);
  return {
    build: () => store.get(id),
    async open(child, cursor) {
      const answer = await streamOf(context, child, { cursor });
      if (answer.ok && answer.body) return answer.body;
      await answer.body?.cancel();
      return undefined;
    },
    pause: () => pause(LOOK_AGAIN_MS),
  };
}

/** The Builder's open question, with the parent's call that takes the answer. */
export async function askOf(context: ApiContext, build: Build) {
  if (build.status !== "building") return null;
  const told = await childrenOf(context)(build.conversation_id);
  const child = told.ok ? told.value.items.find(({ call_id }) => call_id === build.call_id) : undefined;
  return child?.ask ? { ...child.ask, call_id: child.call_id } : null;
}

export async function answerBuild(context: ApiContext, build: Build, text: string) {
  const ask = await askOf(context, build);
  if (ask?.type !== "question")
    throw new AppError(
      "conflict",
      "The Builder isn't asking anything right now. GET /api/v1/builds/{id} shows what it asks.",
    );
  const { call_id } = ask;
  const { receipt } = await enter(context, build.conversation_id, { type: "answer", call_id, text });
  return { call_id, duplicate: receipt.status === "duplicate" };
}

/** A Builder that has not begun yet finds its build ended. */
export async function stopBuilder(context: ApiContext, { child_id }: Build): Promise<void> {
  if (child_id === null) return;
  try {
    await enter(context, child_id, { type: "halt" });
  } catch (problem) {
    if (!(problem instanceof AppError) || problem.kind !== "resource_not_found") throw problem;
  }
}

async function enter(context: ApiContext, conversation: string, frame: Parameters<typeof inboundOfFrame>[0]) {
  const services = servicesOf(context);
  const principal = context.get("principal");
  const inbound = inboundOfFrame(frame, { principal, channel: "http" }, services.ids);
  return unwrap(await services.frontDoor.enter(arrivalOf(context, { conversation }, inbound)));
}
