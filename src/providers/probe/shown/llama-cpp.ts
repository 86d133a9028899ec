/** llama-server of llama.cpp: `/props`, the window of each of its slots. */
import { countIn, objectIn } from "../../wire/json.ts";
import type { ShownWay } from "./way.ts";

export const llamaCppWay: ShownWay = {
  path: () => "/props",
  read(answer) {
    const window = countIn(objectIn(answer, "default_generation_settings"), "n_ctx");
    const modalities = objectIn(answer, "modalities");
    if (!window && !modalities) return undefined;
    const flags = { image: modalities?.["vision"] === true, audio: modalities?.["audio"] === true };
    return { capabilities: modalities ? flags : {}, ...(window && { context_window: window }) };
  },
};
