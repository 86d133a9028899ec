/** Prices of a model, as its row and its settings show them. */
import type { ModelSummary } from "../../api/instance.ts";
import { money } from "../../ui/format.ts";
import { t } from "../../words/t.ts";

type Price = NonNullable<ModelSummary["price"]>;

/** Text, and sound where that has prices of its own. */
export function priceWords(price: Price): string {
  const { audio_input = price.input, audio_output = price.output } = price;
  const text = pair(price.input, price.output);
  if (audio_input === price.input && audio_output === price.output)
    return t("{input} / {output} per 1M tokens", text);
  const sound = pair(audio_input, audio_output);
  return t("{input} / {output} per 1M tokens, sound {heard} / {spoken}", {
    input: text.input,
    output: text.output,
    heard: sound.input,
    spoken: sound.output,
  });
}

function pair(input: number, output: number) {
  return { input: money(input), output: money(output) };
}
