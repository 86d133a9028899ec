/** Attempts at one provider after the other, within each payer's budgets. */
import type { SpeechCall, SpeechLedger, SpeechPayer, SpeechProblem } from "./ports.ts";
import { type SpeechAccess, SpeechFailure, type SpeechProvider } from "./provider.ts";

export interface Attempts<Part> {
  /** Providers that are set, in their order. */
  providers: readonly SpeechProvider<Part>[];
  access: SpeechAccess;
  ledger: SpeechLedger;
}

/** Share of one provider, and its greatest possible cost. */
export interface Attempt<Result> {
  call: SpeechCall;
  run(): Promise<Result>;
}

/** The first success, or the last problem: a provider's own before that of a budget. Never rejects. */
export async function firstOf<Part, Result>(
  { providers, access, ledger }: Attempts<Part>,
  payer: SpeechPayer,
  attemptWith: (part: Part, provider: SpeechProvider<Part>) => Attempt<Result> | Promise<Attempt<Result>>,
): Promise<{ ok: true; value: Result; call: SpeechCall } | SpeechProblem> {
  let problem: SpeechProblem = { ok: false, reason: "No provider of speech is connected." };
  for (const provider of providers) {
    try {
      const { call, run } = await attemptWith((await provider.load())(access), provider);
      const refused = await ledger.refusal(payer, call);
      if (refused === undefined) return { ok: true, value: await run(), call };
      problem = { ok: false, reason: refused, isOverBudget: true };
    } catch (failure) {
      problem = { ok: false, reason: reasonOf(failure, provider.label) };
    }
  }
  return problem;
}

/** Without a provider's own words: they may contain a part of the key. */
function reasonOf(failure: unknown, label: string): string {
  if (failure instanceof SpeechFailure) return failure.message;
  return `${label} did not answer in time, or not as expected. Try again.`;
}
