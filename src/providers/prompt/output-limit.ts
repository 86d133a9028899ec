/**
 * Output limit of a request: the tokens of its words, and room for thinking on top. Providers count thinking in the
 * limit, so a small one would be used up before the first word.
 */
import type { ModelRequest } from "../../agent/ports/model.ts";
import type { ModelEntry } from "../catalog/schema.ts";

/** From this limit on, thinking has enough room within it. */
const ROOMY = 8_192;
const THINKING_ROOM = { low: 2_048, medium: 4_096, high: 8_192 };

type Wish = Pick<ModelRequest, "max_output_tokens" | "reasoning"> & { tools: readonly unknown[] };

/** `canStop`: the provider takes the wish not to think. */
export function outputLimit(request: Wish, model: ModelEntry, canStop = true): number {
  const { max_output_tokens: words } = request;
  const limit = words >= ROOMY ? words : words + thinkingRoom(request, model, canStop);
  return Math.min(limit, model.max_output_tokens);
}

function thinkingRoom({ reasoning, tools }: Wish, model: ModelEntry, canStop: boolean): number {
  const wished = THINKING_ROOM[reasoning === "off" || reasoning === undefined ? "medium" : reasoning];
  const isOff = reasoning === "off" && canStop;
  switch (model.thinking) {
    case "adaptive":
    case "effort":
      return isOff ? 0 : wished;
    case "between_tools":
      return isOff && tools.length === 0 ? 0 : wished;
    case "always":
      return reasoning === "off" ? THINKING_ROOM.low : wished;
    case "budget":
      return reasoning === undefined || reasoning === "off" ? 0 : wished;
    case "none":
      return 0;
    default:
      // Its list says that it thinks; how to stop it is not known.
      return model.capabilities.reasoning === true ? wished : 0;
  }
}
