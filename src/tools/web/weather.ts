/** The `weather` tool: the weather now and in the next days, once the operator has connected it. */
import { z } from "zod";
import type { Tool } from "../../agent/ports/tool.ts";
import { defineTool, toolError, trustedResult } from "../define-tool.ts";
import { type ForecastDeps, forecastAt } from "./forecast.ts";

const NOT_CONNECTED =
  "Weather is not connected. The operator can connect it on the page [Connections](/connections#weather).";

export function createWeatherTool(deps: ForecastDeps): Tool {
  const isOffered = () => deps.settings.OPEN_METEO === "true";
  return defineTool({
    name: "weather",
    description: "The weather at a place: now, and for up to 14 days, in °C, km/h and mm.",
    schema: z.object({
      place: z.string().trim().min(2).max(100).describe("Name of a town, as in Vienna"),
      days: z.int().min(1).max(14).default(3),
    }),
    effect: "read",
    reach: "outside",
    // A town's name goes to the service that the operator has connected, as every prompt goes to their model provider.
    touches: () => ({ to: "nobody" }),
    isOffered,
    async run(wanted, { signal }) {
      if (!isOffered()) return toolError(NOT_CONNECTED);
      const answer = await forecastAt(wanted, deps, signal);
      return answer.ok ? trustedResult(answer.text) : toolError(answer.reason);
    },
  });
}
