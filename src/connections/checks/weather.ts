/** Check of the weather service: the weather of one town. */
import { forecastAt, type WeatherSettings } from "../../tools/web/forecast.ts";
import type { Check } from "./check.ts";

export const weatherCheck: Check = async (settings, { fetch, signal }) => {
  const deps = { fetch, settings: settings as WeatherSettings };
  const answer = await forecastAt({ place: "Vienna", days: 1 }, deps, signal);
  if (!answer.ok) return { status: "broken", problem: answer.reason };
  return { status: "ok", name: answer.text.split("\n")[1] ?? "" };
};
