/** LM Studio: `/api/v0/models`, with the window that the model was loaded with. */
import { countIn, isObject, listIn, textIn } from "../../wire/json.ts";
import type { ShownWay } from "./way.ts";

/** Loaded when first asked, with a window of LM Studio's choice: never assume more than this. */
const SAFE_WINDOW = 4_096;

export const lmStudioWay: ShownWay = {
  path: () => "/api/v0/models",
  read(answer, model) {
    const entry = listIn(answer, "data").find((each) => isObject(each) && textIn(each, "id") === model);
    if (!isObject(entry)) return undefined;
    const most = countIn(entry, "max_context_length");
    const window = countIn(entry, "loaded_context_length") ?? (most && Math.min(most, SAFE_WINDOW));
    const named = Array.isArray(entry["capabilities"]) ? listIn(entry, "capabilities") : undefined;
    return {
      capabilities: {
        image: textIn(entry, "type") === "vlm",
        ...(named && { tool: named.includes("tool_use") }),
      },
      ...(window && { context_window: window }),
    };
  },
};
