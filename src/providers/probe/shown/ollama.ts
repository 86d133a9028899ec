/** Ollama: `/api/show`. */
import type { ModelMetadata } from "../../capabilities.ts";
import type { Capabilities } from "../../catalog/schema.ts";
import { countIn, type JsonObject, listIn, objectIn, textIn } from "../../wire/json.ts";
import type { ShownWay } from "./way.ts";

/** An Ollama silently cuts prompts beyond its own setting, which it does not report: never assume more than this. */
const SAFE_WINDOW = 32_768;

export const ollamaWay: ShownWay = {
  path: () => "/api/show",
  body: ({ model }) => ({ model }),
  read: (answer) => metadataOf(answer),
};

function metadataOf(value: JsonObject): ModelMetadata | undefined {
  const window = windowOf(value);
  const capabilities = capabilitiesIn(value);
  if (window === undefined && capabilities === undefined) return undefined;
  return { capabilities: capabilities ?? {}, ...(window !== undefined && { context_window: window }) };
}

/** A list denies whatever it leaves out; older servers have no list, which says nothing. */
function capabilitiesIn(value: JsonObject): Capabilities | undefined {
  if (!Array.isArray(value["capabilities"])) return undefined;
  const named = new Set(listIn(value, "capabilities"));
  return {
    tool: named.has("tools"),
    image: named.has("vision"),
    audio: named.has("audio"),
    file: false,
    reasoning: named.has("thinking"),
  };
}

/** The model's configured window, else the one that it was made for, up to the safe size. */
function windowOf(value: JsonObject): number | undefined {
  const set = Number(/^num_ctx\s+(\d{3,9})\s*$/m.exec(textIn(value, "parameters"))?.[1] ?? Number.NaN);
  if (Number.isFinite(set)) return set;
  const info = objectIn(value, "model_info");
  const name = Object.keys(info ?? {}).find((key) => key.endsWith(".context_length"));
  const most = name === undefined ? undefined : countIn(info, name);
  return most ? Math.min(most, SAFE_WINDOW) : undefined;
}
