/** Sampling of a request: its own temperature, else the values that were set for the model. */
import type { ModelRequest } from "../../agent/ports/model.ts";
import type { ModelEntry } from "../catalog/schema.ts";

export function samplingOf(
  request: Pick<ModelRequest, "temperature">,
  { temperature: takesTemperature, sampling }: ModelEntry,
): { temperature?: number; top_p?: number } {
  const temperature = request.temperature ?? sampling?.temperature;
  return {
    ...(temperature !== undefined && takesTemperature && { temperature }),
    ...(sampling?.top_p !== undefined && { top_p: sampling.top_p }),
  };
}
