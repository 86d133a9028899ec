/** Engines of text recognition, and the reader of scans by one of them. Loaded by the first scan. */
import { createModelOcr } from "../../../ocr/by-model.ts";
import type { OcrEngine, RecognizedText } from "../../../ocr/engine.ts";
import { createMistralOcr } from "../../../ocr/mistral.ts";
import { readScan, type ScanDeps } from "../../../ocr/read-scan.ts";
import { createWorkersAiOcr } from "../../../ocr/workers-ai.ts";
import { pause } from "../../../platform/pause.ts";
import { R2ClaimedTexts } from "../../../storage/r2/claimed-texts.ts";
import { keys } from "../../../storage/r2/keys.ts";
import type { ReadScan } from "../../../tools/files/port.ts";
import { MISTRAL, mistralAccount, type OcrParts } from "./ocr-parts.ts";

/** `engine`: its name; undefined: none is asked. */
export function scanReader(parts: OcrParts, engine: string | undefined): ReadScan {
  return (file, mayRun) => readScan(depsOf(engineOf(engine, parts), parts), file, mayRun);
}

function engineOf(name: string | undefined, parts: OcrParts): OcrEngine | undefined {
  if (name === undefined) return undefined;
  if (name === MISTRAL) return mistralEngine(parts);
  if (name === "workers-ai") {
    const { AI } = parts.env;
    return AI && createWorkersAiOcr(AI);
  }
  const { models, prompts } = parts;
  return createModelOcr({
    model: name,
    models,
    prompts,
    mostCost: (call) => models.mostCost(name, { ...call, reasoning: "off" }),
  });
}

function mistralEngine({ accounts, models, modelFetch }: OcrParts): OcrEngine | undefined {
  const account = mistralAccount(accounts);
  const usual = models.providers().find(({ name }) => name === MISTRAL)?.base_url;
  const base_url = account?.base_url ?? usual;
  if (!account || !base_url) return undefined;
  return createMistralOcr({ key: account.key, base_url, fetch: modelFetch });
}

function depsOf(engine: OcrEngine | undefined, { env, now, ids, costs, budgetGuard }: OcrParts): ScanDeps {
  return {
    texts: new R2ClaimedTexts({ bucket: env.BUCKET, now, keyOf: keys.fileText }),
    engine: () => engine,
    async refusal(owner, { model }, cost_usd) {
      const payer = { owner, agent: "" };
      await budgetGuard.ready(payer);
      return budgetGuard.refusal(payer, { isFirst: false, estimate: () => ({ model, cost_usd }) });
    },
    book: (owner, { model }, bill) => book({ owner, model, bill }, { costs, ids, now }),
    pause,
  };
}

async function book(
  { owner, model, bill }: { owner: string; model: string; bill: RecognizedText },
  { costs, ids, now }: Pick<OcrParts, "costs" | "ids" | "now">,
): Promise<void> {
  const slash = model.indexOf("/");
  await costs.put({
    id: ids.create("call"),
    at: now(),
    owner,
    conversation_id: "",
    turn_id: "",
    agent: "",
    provider: model.slice(0, slash),
    model: model.slice(slash + 1),
    purpose: "ocr",
    ...bill.usage,
    cost_usd: bill.cost_usd,
  });
}
