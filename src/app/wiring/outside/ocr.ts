/** Text recognition of this Worker: its engines, reached by the models' accounts, and its store beside the files. */
import type { Env } from "../../env.ts";
import type { OcrServices } from "../../services/media.ts";
import { MISTRAL, mistralAccount, type OcrParts } from "./ocr-parts.ts";

export function wireOcr(parts: OcrParts): OcrServices {
  const chosen = () => {
    const given = parts.accounts.snapshot().general?.ocr;
    const [first] = engineNames(parts);
    return given ?? first;
  };
  return {
    ocrEngines: () => engineNames(parts),
    ocrEngine: chosen,
    recognizesScans: () => parts.accounts.snapshot().general?.documents === "provider",
    async readScan(file, mayRun) {
      const { scanReader } = await import("./ocr-engines.ts");
      return scanReader(parts, mayRun ? chosen() : undefined)(file, mayRun);
    },
  };
}

/** Engines that are connected, the most fitting one first. */
function engineNames({ env, models, accounts }: OcrParts): string[] {
  const usual = models.defaultModel();
  const sees = !usual.startsWith("offline/") && models.info(usual).capabilities.image;
  return [
    ...(mistralAccount(accounts) ? [MISTRAL] : []),
    ...(canConvert(env) ? ["workers-ai"] : []),
    ...(sees ? [usual] : []),
  ];
}

function canConvert({ AI }: Env): boolean {
  return typeof AI?.toMarkdown === "function";
}
