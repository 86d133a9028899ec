/** vLLM: the window in its list of models, `max_model_len`. */
import { countIn, isObject, listIn, textIn } from "../../wire/json.ts";
import type { ShownWay } from "./way.ts";

export const vllmWay: ShownWay = {
  path: () => "/v1/models",
  read(answer, model) {
    const entry = listIn(answer, "data").find((each) => isObject(each) && textIn(each, "id") === model);
    const window = isObject(entry) ? countIn(entry, "max_model_len") : undefined;
    return window ? { capabilities: {}, context_window: window } : undefined;
  },
};
