/** Facts of an answer in one line: model, duration, tokens and cost. */

import type { Entry } from "../../thread/thread.ts";
import { duration, modelName, money, tokens, tokensIn } from "../../ui/format.ts";
import { plural, t } from "../../words/t.ts";

type Answer = Pick<Entry, "message" | "watched">;

const STATUSES = { halted: t("stopped"), partial: t("not finished"), failed: t("failed"), complete: "" };

/** Leaves out unknown values and zeros. */
export function factsOf({ message, watched }: Answer): string[] {
  const { usage, status } = message;
  const model = message.model ?? watched?.model;
  const took = message.duration_ms ?? watched?.end?.duration_ms;
  const isUsed = usage !== undefined && read(usage) + usage.output_tokens > 0;
  const cost = message.cost_usd ?? watched?.end?.cost_usd ?? null;
  const facts = [
    STATUSES[status],
    model ? modelName(model) : "",
    took === undefined ? "" : duration(took),
    isUsed
      ? t("{usage} in, {output_tokens} out", {
          usage: tokens(read(usage)),
          output_tokens: tokens(usage.output_tokens),
        })
      : "",
    isUsed && cost !== null ? money(cost) : "",
  ];
  return facts.filter((fact) => fact !== "");
}

export function detailsOf({ message: { usage }, watched }: Answer): string {
  if (!usage) return "";
  const { input_tokens, cache_read_tokens, cache_write_tokens, output_tokens } = usage;
  const steps = watched?.end ? ` ${plural(watched.end.steps, ["{n} step.", "{n} steps."])}` : "";
  return t(
    "Input {input_tokens} ({cache_read_tokens} from cache, {cache_write_tokens} cached). Output {output_tokens}.{steps}",
    {
      input_tokens: tokensIn(input_tokens, String),
      cache_read_tokens,
      cache_write_tokens,
      output_tokens,
      steps,
    },
  );
}

function read(usage: NonNullable<Entry["message"]["usage"]>): number {
  return usage.input_tokens + usage.cache_read_tokens + usage.cache_write_tokens;
}
