/** Bill of a text that a realtime model reads, piece by piece. */
import { type ResponseUsage, usageOf } from "../../../providers/openai/realtime/usage.ts";
import type { JsonObject } from "../../../providers/wire/json.ts";
import type { SpeechSpent } from "../../provider.ts";

/**
 * US dollars for a million tokens, by developers.openai.com/api/docs/models/gpt-realtime-2.1-mini, read on 28 November 2026.
 * `sound`: what is said.
 */
const USD = { input: 0.6, cached: 0.06, output: 2.4, sound: 20 };

const MILLION = 1_000_000;
/** A token of sound is 50 ms: 1,200 samples of two bytes. */
const BYTES_A_TOKEN = 2_400;
/** 15 characters are said in a second. */
const SOUND_TOKENS_A_CHARACTER = 20 / 15;
const CHARACTERS_A_TOKEN = 4;

/** Greatest usual cost of a character: its sound, and its text twice, as it is given and as it is said. */
export const USD_A_CHARACTER =
  (SOUND_TOKENS_A_CHARACTER * USD.sound + (USD.input + USD.output) / CHARACTERS_A_TOKEN) / MILLION;

export class Bill {
  spent: SpeechSpent | undefined;
  /** Resolves when the stream given to `until` is over. */
  readonly total: Promise<SpeechSpent>;
  private readonly isPriced: boolean;
  private readonly over = Promise.withResolvers<SpeechSpent>();

  /** `isPriced`: the prices hold for this server. */
  constructor(isPriced: boolean) {
    this.isPriced = isPriced;
    this.total = this.over.promise;
  }

  /** The provider's own count, of a response that has ended. */
  counted(response: JsonObject): void {
    const usage = usageOf(response);
    if (usage) this.add(usage, false);
  }

  /** A response that was broken off: what it has made until then. */
  brokenOff(given: string, said: string, bytes: number): void {
    const sound = Math.ceil(bytes / BYTES_A_TOKEN);
    const [input_tokens, words] = [given, said].map((text) => Math.ceil(text.length / CHARACTERS_A_TOKEN));
    const usage = {
      input_tokens: input_tokens ?? 0,
      output_tokens: sound + (words ?? 0),
      cache_read_tokens: 0,
      cache_write_tokens: 0,
    };
    this.add({ usage, apart: { audio_output: sound } }, true);
  }

  /** Stream of the same bytes; the bill is complete when it has ended, failed, or is wanted no more. */
  until(stream: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const reader = stream.getReader();
    const close = () =>
      this.over.resolve(
        this.spent ?? {
          input_tokens: 0,
          output_tokens: 0,
          cost_usd: this.isPriced ? 0 : null,
          isEstimate: false,
        },
      );
    return new ReadableStream<Uint8Array>({
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) return controller.enqueue(value);
          controller.close();
        } catch (problem) {
          controller.error(problem);
        }
        close();
      },
      async cancel(reason) {
        await reader.cancel(reason).catch(() => undefined);
        close();
      },
    });
  }

  private add({ usage, apart }: ResponseUsage, isEstimate: boolean): void {
    const { spent } = this;
    const cost = this.isPriced ? (spent?.cost_usd ?? 0) + costOf({ usage, apart }) : null;
    this.spent = {
      input_tokens: (spent?.input_tokens ?? 0) + usage.input_tokens + usage.cache_read_tokens,
      output_tokens: (spent?.output_tokens ?? 0) + usage.output_tokens,
      cost_usd: cost,
      isEstimate: isEstimate || spent?.isEstimate === true,
    };
  }
}

function costOf({ usage, apart }: ResponseUsage): number {
  const sound = apart.audio_output ?? 0;
  const { input_tokens, cache_read_tokens, output_tokens } = usage;
  const dollars =
    input_tokens * USD.input +
    cache_read_tokens * USD.cached +
    (output_tokens - sound) * USD.output +
    sound * USD.sound;
  return dollars / MILLION;
}
