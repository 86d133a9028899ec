/** Attempt of a model call: sends what the model can take, and passes on its answer. */
import type { MediaBlock, ModelEvent } from "../../agent/ports/model.ts";
import { type AnswerPiece, AnswerText } from "../answer/answer-text.ts";
import { AnswerCount } from "../answer/estimated-usage.ts";
import { capabilitiesOf } from "../capabilities.ts";
import { type Read, withDocuments } from "../prompt/documents.ts";
import { fitRequest } from "../prompt/fit.ts";
import type { ProviderTerminal } from "../provider.ts";
import type { VisibleAnswer } from "./attempt.ts";
import { noticesBefore } from "./first-notices.ts";
import type { FailoverRun } from "./run.ts";
import { settleBill, settleSuccess } from "./settlement.ts";
import type { Target } from "./targets.ts";

/** The only documents that providers take. */
const PDF = "application/pdf";

/** Passes on the provider's events and returns its terminal, already billed. */
export async function* tryTarget(
  run: FailoverRun,
  target: Target,
): AsyncGenerator<ModelEvent, ProviderTerminal, undefined> {
  const { deps, visible } = run;
  const taken = takenBy(run, target);
  const reading = documentsRead(run, target, taken.takes);
  const { request: read, as_text, unread } = reading instanceof Promise ? await reading : reading;
  const { request, left_out } = fitRequest(read, taken.capabilities, taken.takes);
  run.sentRequest = request;
  let before = noticesBefore(run, target, { left_out, as_text, unread });
  visible.nextAttempt();
  const call = {
    request,
    provider: target.provider,
    model: target.model,
    key: target.account.key,
    base_url: target.base_url,
    is_typed: !target.account.from_settings,
    limits: deps.limits,
    cache_lifetime: deps.cache_lifetime,
  };
  const count = new AnswerCount();
  const text = new AnswerText({
    request,
    createCallId: deps.createCallId,
    thinksFirst: deps.thinksFirst.has(target.model.id),
    onThinksFirst: (thinksFirst) => learn(deps.thinksFirst, target.model.id, thinksFirst),
  });
  let hasCalls = false;
  for await (const event of deps.providerFor(target.provider).stream(call, run.signal)) {
    const isEnd = event.type === "finish" || event.type === "failed";
    if (!isEnd) count.take(event);
    hasCalls ||= event.type === "tool_call";
    const pieces = isEnd || event.type === "tool_call" ? text.finish(isEnd && isWhole(event, hasCalls)) : [];
    if (!isEnd || event.type === "finish") {
      if (before.length > 0) yield* before;
      before = [];
    }
    yield* piecesShown(visible, isEnd ? pieces : [...pieces, ...text.take(event)], target.model.id);
    if (!isEnd) continue;
    settleBill(run, target, { terminal: event, request, output_tokens: count.output_tokens });
    if (event.type === "failed") return event;
    settleSuccess(deps.accounts, target.account);
    deps.refusedMedia.learn(target.model, run.withheld.get(target.model.id) ?? []);
    return text.calls ? { ...event, reason: "tool_calls" } : event;
  }
  throw new Error(`the provider ${target.provider.name} ended without a terminal event`);
}

/** Documents as text, unless they are left out; long text files never are. */
function documentsRead(
  { request, deps }: FailoverRun,
  { model }: Target,
  takes: (block: MediaBlock) => boolean,
): Read | Promise<Read> {
  const recognizes = model.documents === "provider";
  const isLeft = (block: MediaBlock) => block.type !== "file" || !block.is_long;
  return withDocuments(request, {
    takes: model.documents === "off" ? isLeft : takes,
    read: (file, question) => deps.readDocument(file, { recognizes, question }),
  });
}

function* piecesShown(
  visible: VisibleAnswer,
  pieces: readonly AnswerPiece[],
  model: string,
): Generator<ModelEvent, void, undefined> {
  for (const piece of pieces) {
    if (piece.type !== "void") {
      for (const passed of visible.pass(piece, model)) yield passed;
      continue;
    }
    visible.clear();
    yield { type: "restart", model };
  }
}

function isWhole(event: ProviderTerminal, hasCalls: boolean): boolean {
  return event.type === "finish" && !hasCalls && (event.reason === "stop" || event.reason === "other");
}

function learn(known: Set<string>, model: string, holds: boolean): void {
  if (holds) known.add(model);
  else known.delete(model);
}

/** Files that the model is sent. */
function takenBy({ deps, withheld }: FailoverRun, { model }: Target) {
  const capabilities = capabilitiesOf(model.capabilities);
  const without = withheld.get(model.id) ?? [];
  const takes = (block: MediaBlock) =>
    capabilities[block.type] &&
    (block.type !== "file" || (block.media_type === PDF && model.documents === "native")) &&
    !without.some(({ data }) => data === block.data) &&
    !deps.refusedMedia.has(model, block);
  return { capabilities, takes };
}
