/** Ways to ask a self-hosted server about its models, by the name that the catalog uses. A new one is a file and a line. */
import type { ProviderEntry } from "../../catalog/schema.ts";
import { llamaCppWay } from "./llama-cpp.ts";
import { lmStudioWay } from "./lm-studio.ts";
import { ollamaWay } from "./ollama.ts";
import { vllmWay } from "./vllm.ts";
import type { ShownWay } from "./way.ts";

export const SHOWN_WAYS: Readonly<Record<ProviderEntry["shows_models"][number], ShownWay>> = {
  ollama: ollamaWay,
  lm_studio: lmStudioWay,
  llama_cpp: llamaCppWay,
  vllm: vllmWay,
};
