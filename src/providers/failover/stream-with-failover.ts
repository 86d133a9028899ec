/**
 * One model call with failover over accounts and models: tries until one answers, within bounds. Never throws for a
 * remote failure; ends with exactly one terminal event.
 */
import type { MediaBlock, ModelEvent, ModelFailure, ModelRequest } from "../../agent/ports/model.ts";
import type { Usage } from "../../domain/message.ts";
import type { Account, AccountStore } from "../accounts.ts";
import { coolingAfter } from "../accounts.ts";
import { type AnswerPiece, AnswerText } from "../answer/answer-text.ts";
import { AnswerCount, completedUsage } from "../answer/estimated-usage.ts";
import { capabilitiesOf } from "../capabilities.ts";
import type { ProviderEntry } from "../catalog/schema.ts";
import { costOf } from "../prices.ts";
import type { Read, ReadDocument } from "../prompt/documents.ts";
import { withDocuments } from "../prompt/documents.ts";
import { fitRequest } from "../prompt/fit.ts";
import type { RefusedMedia } from "../prompt/refused-media.ts";
import { suspectsIn } from "../prompt/refused-media.ts";
import { refusesReasoning, withoutReasoning } from "../prompt/without-reasoning.ts";
import type { CacheLifetime, CallLimits, Clock, Provider, ProviderTerminal } from "../provider.ts";
import type { Bill, VisibleAnswer } from "./attempt.ts";
import { createBill, createVisibleAnswer } from "./attempt.ts";
import { answersInstead, type FailoverCause, keysRefused, tryingAgain, withOthers } from "./notices.ts";
import type { Target, Tries } from "./targets.ts";
import { createTries } from "./targets.ts";

export interface FailoverLimits extends CallLimits {
  /** Most provider calls for one model call. */
  max_attempts: number;
  /** Longest wait for an account that cools down, in ms. */
  max_wait_ms: number;
}

export interface FailoverDeps {
  providerFor(provider: ProviderEntry): Provider;
  accounts: AccountStore;
  clock: Clock;
  /** In [0, 1): spreads calls that wait for the same account. */
  random(): number;
  limits: FailoverLimits;
  cache_lifetime: CacheLifetime;
  refusedMedia: RefusedMedia;
  /** Ids of models whose answers begin with thinking that has no opening mark; learned. */
  thinksFirst: Set<string>;
  createCallId(): string;
  /** Reads documents for models that cannot. */
  readDocument: ReadDocument;
}

interface Run {
  deps: FailoverDeps;
  request: ModelRequest;
  /** The first model of the chain: its id, and its name for people. */
  requested: FailoverCause["requested"];
  targets: readonly Target[];
  signal: AbortSignal;
  tries: Tries;
  visible: VisibleAnswer;
  bill: Bill;
  /** In order. The call fails with the first model's last failure. */
  failures: { target: Target; failure: ModelFailure }[];
  /** The request as the last attempt sent it. */
  sentRequest: ModelRequest;
  /** Estimates of attempts that broke after their first words, for the bill of an attempt that succeeds. */
  broken: { usage: Usage; cost_usd: number | null }[];
  /** Files left out per model, since it may have refused the call because of them. */
  withheld: Map<string, readonly MediaBlock[]>;
}

const PDF = "application/pdf";
const UNFINISHED =
  "The server ended its answer without saying that it is complete, each time it was asked: it may be unfinished.";
const ABORTED: ModelFailure = { kind: "aborted", retryable: false, reason: "The call was stopped." };

/**
 * `targets` is not empty: the chain's models in order, each with its accounts in order. `name` is that of the chain's
 * first model, for people; that model may have no account, and so no target.
 */
export async function* streamWithFailover(
  deps: FailoverDeps,
  { request, targets, name }: { request: ModelRequest; targets: readonly Target[]; name?: string },
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, void, undefined> {
  const tries = createTries(targets, deps.limits.max_wait_ms);
  const run: Run = {
    deps,
    request,
    requested: { id: request.model, name: name ?? request.model },
    targets,
    signal,
    tries,
    visible: createVisibleAnswer(),
    bill: createBill(),
    failures: [],
    sentRequest: request,
    broken: [],
    withheld: new Map(),
  };
  for (let attempt = 0; attempt < deps.limits.max_attempts && !signal.aborted; attempt++) {
    const choice = tries.next(deps.clock.now(), (account) => deps.accounts.snapshot().states.get(account.id));
    if (!choice) break;
    if (choice.wait_ms > 0) yield* waited(run, choice.target, choice.wait_ms);
    if (signal.aborted) break;
    const terminal = yield* tryTarget(run, choice.target);
    if (terminal.type === "finish") {
      const { reason, why } = terminal;
      const detail = why === undefined ? {} : { why };
      yield { type: "finish", reason, ...detail, model: choice.target.model.id, ...run.bill.sum };
      return;
    }
    if (terminal.failure.kind === "aborted") break;
    settleFailure(run, choice.target, terminal.failure);
  }
  yield* gaveUp(run, targets);
}

/** Passes on the provider's events and returns its terminal, already billed. */
async function* tryTarget(run: Run, target: Target): AsyncGenerator<ModelEvent, ProviderTerminal, undefined> {
  const { deps, visible } = run;
  const taken = takenBy(run, target);
  const reading = withDocuments(run.request, { takes: taken.takes, read: deps.readDocument });
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

interface Ended {
  terminal: ProviderTerminal;
  request: ModelRequest;
  output_tokens: number;
}

/** A call that failed and was not reported is estimated by whoever ends it, unless another attempt succeeds. */
function settleBill(run: Run, target: Target, { terminal, request, output_tokens }: Ended): void {
  const { deps, bill } = run;
  const { billed_usd, written_for_an_hour } = terminal;
  const isFinished = terminal.type === "finish";
  const isCounted = target.provider.protocol !== "offline" && (isFinished || output_tokens > 0);
  const estimate =
    isCounted && billed_usd === undefined
      ? completedUsage(terminal.usage, request, output_tokens)
      : undefined;
  const usage = (isFinished && estimate) || terminal.usage;
  const billing = {
    model: target.model,
    at: deps.clock.now(),
    cache_lifetime: deps.cache_lifetime,
    written_for_an_hour,
  };
  const cost_usd = billed_usd ?? costOf(usage, billing);
  bill.add(
    usage,
    cost_usd,
    billed_usd !== undefined ? "provider" : isFinished && estimate ? "estimate" : undefined,
  );
  if (isBilled(target.account, usage))
    deps.accounts.recordSpend(target.account, { at: billing.at, cost_usd });
  if (!isFinished && estimate) run.broken.push({ usage: estimate, cost_usd: costOf(estimate, billing) });
  if (isFinished) for (const one of run.broken) bill.add(one.usage, one.cost_usd, "estimate");
}

/** A call without a key costs nobody anything, and a refused call costs nothing. */
function isBilled({ key }: Account, usage: Usage): boolean {
  return key !== "" && Object.values(usage).some((tokens) => tokens > 0);
}

/** Sent only once the model answers: a fallback that fails too is no news. */
function noticesBefore(
  run: Run,
  target: Target,
  { left_out, as_text, unread }: Pick<Read, "as_text" | "unread"> & { left_out: readonly string[] },
): ModelEvent[] {
  const notices: ModelEvent[] = [];
  const passed = passedIn(run);
  notices.push(...keysRefused(passed, target));
  if (target.model.id !== run.requested.id) notices.push(answersInstead(passed, target));
  if (left_out.length > 0) {
    const text = `${target.model.label} cannot take ${left_out.join(" and ")}: they were left out.`;
    notices.push({ type: "notice", level: "warning", text });
  }
  for (const text of unread) notices.push({ type: "notice", level: "warning", text });
  if (as_text.length > 0) {
    const text = `${target.model.label} was given the text of ${as_text.join(", ")}.`;
    notices.push({ type: "notice", level: "info", text });
  }
  return notices;
}

function passedIn({ deps, failures, requested, targets }: Run): FailoverCause {
  const { states } = deps.accounts.snapshot();
  const own = targets.filter(({ model }) => model.id === requested.id);
  const accounts = own.map(({ account }) => ({ account, state: states.get(account.id) }));
  return { failures: failures, requested, accounts };
}

/** Files that the model is sent. PDFs are the only documents that providers take. */
function takenBy({ deps, withheld }: Run, { model }: Target) {
  const capabilities = capabilitiesOf(model.capabilities);
  const without = withheld.get(model.id) ?? [];
  const takes = (block: MediaBlock) =>
    capabilities[block.type] &&
    (block.type !== "file" || block.media_type === PDF) &&
    !without.some(({ data }) => data === block.data) &&
    !deps.refusedMedia.has(model, block);
  return { capabilities, takes };
}

async function* waited(run: Run, target: Target, ms: number): AsyncGenerator<ModelEvent, void, undefined> {
  const { clock, random } = run.deps;
  const spread = Math.round(ms * (1 + random() / 4));
  if (ms >= 1_000) yield tryingAgain(target, run.failures, ms);
  await new Promise<void>((resolve) => {
    const done = () => {
      run.signal.removeEventListener("abort", done);
      cancel();
      resolve();
    };
    const cancel = clock.after(spread, done);
    run.signal.addEventListener("abort", done, { once: true });
  });
}

function settleFailure(run: Run, target: Target, failure: ModelFailure): void {
  if (refusesReasoning(failure, run.request)) {
    run.request = withoutReasoning(run.request);
    return;
  }
  const suspects = run.withheld.has(target.model.id) ? [] : suspectsIn(failure, run.sentRequest);
  if (suspects.length > 0) {
    run.withheld.set(target.model.id, suspects);
    return;
  }
  const { accounts, clock } = run.deps;
  run.tries.noteFailure(target, failure);
  run.failures.push({ target, failure });
  const cooling = coolingAfter(failure);
  if (cooling !== undefined) accounts.record(target.account, { cooling_until: clock.now() + cooling });
  if (failure.kind !== "auth") return;
  accounts.record(target.account, { disabled: { at: clock.now(), reason: failure.reason } });
}

function settleSuccess(accounts: AccountStore, account: Account): void {
  if (accounts.snapshot().states.get(account.id)?.disabled) accounts.record(account, {});
}

function* gaveUp(run: Run, targets: readonly Target[]): Generator<ModelEvent, void, undefined> {
  const { bill, signal, visible, failures } = run;
  const primary = targets[0]?.model.id ?? run.request.model;
  const failure = signal.aborted ? ABORTED : withOthers(failures, primary);
  if (!signal.aborted) yield* visible.best(primary);
  if (failure.unfinished && visible.hasText) {
    yield { type: "notice", level: "warning", text: UNFINISHED };
    yield { type: "finish", reason: "other", model: primary, ...bill.sum };
    return;
  }
  yield { type: "failed", failure, model: primary, ...bill.sum };
}
