/** Weather at a named place, from Open-Meteo or a service with its API. It needs no key. */
import { z } from "zod";
import { describeWeatherCode } from "../../domain/weather-codes.ts";

export interface WeatherSettings {
  /** "true": the operator has connected it. */
  OPEN_METEO?: "true" | "false" | undefined;
  /** Absent: Open-Meteo. */
  WEATHER_BASE_URL?: string | undefined;
}

export interface ForecastDeps {
  /** Fetches an address of the service; may reject. */
  fetch(url: string, init: RequestInit): Promise<Response>;
  settings: WeatherSettings;
}

interface Wanted {
  place: string;
  days: number;
}

/** `reason` is public and says what to do. */
export type ForecastAnswer = { ok: true; text: string } | { ok: false; reason: string };

const GEOCODING = "https://geocoding-api.open-meteo.com";
const FORECAST = "https://api.open-meteo.com";
const TIMEOUT_MS = 10_000;

const Places = z.object({
  results: z
    .array(
      z.object({ latitude: z.number(), longitude: z.number(), country_code: z.string().max(2).default("") }),
    )
    .default([]),
});
type Place = z.output<typeof Places>["results"][number];

const number = z.number();
const Forecast = z.object({
  current: z.object({
    temperature_2m: number,
    apparent_temperature: number,
    relative_humidity_2m: number,
    wind_speed_10m: number,
    weather_code: number,
  }),
  daily: z.object({
    time: z.array(z.iso.date()),
    weather_code: z.array(number),
    temperature_2m_max: z.array(number),
    temperature_2m_min: z.array(number),
    precipitation_sum: z.array(number),
    precipitation_probability_max: z.array(number.nullable()),
  }),
});
type Forecast = z.output<typeof Forecast>;

/** Holds no word of the service, but for a country's code. Rejects only when `signal` aborts. */
export async function forecastAt(
  { place, days }: Wanted,
  deps: ForecastDeps,
  signal: AbortSignal,
): Promise<ForecastAnswer> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const ask = (url: string) => answerOf(deps, url, limit);
  const base = deps.settings.WEATHER_BASE_URL;
  try {
    const named = new URLSearchParams({ name: place, count: "1" });
    const [at] = Places.parse(await ask(`${base ?? GEOCODING}/v1/search?${named}`)).results;
    if (!at)
      return {
        ok: false,
        reason: `No place called ${place} was found. Give the town's name alone, as in "Vienna".`,
      };
    const forecast = Forecast.parse(await ask(`${base ?? FORECAST}/v1/forecast?${queryFor(at, days)}`));
    return { ok: true, text: textOf(place, at, forecast) };
  } catch (error) {
    if (signal.aborted) throw error;
    const why = limit.aborted
      ? "it took too long"
      : "it could not be reached, or its answer was not understood";
    return { ok: false, reason: `The weather service failed: ${why}. Try again in a moment.` };
  }
}

async function answerOf(deps: ForecastDeps, url: string, signal: AbortSignal): Promise<unknown> {
  const response = await deps.fetch(url, { signal, redirect: "manual" });
  if (!response.ok) throw new Error(`the weather service answered ${response.status}`);
  return response.json();
}

function queryFor({ latitude, longitude }: Place, days: number): URLSearchParams {
  return new URLSearchParams({
    latitude: String(latitude),
    longitude: String(longitude),
    current: "temperature_2m,apparent_temperature,relative_humidity_2m,wind_speed_10m,weather_code",
    daily:
      "weather_code,temperature_2m_max,temperature_2m_min,precipitation_sum,precipitation_probability_max",
    timezone: "auto",
    forecast_days: String(days),
  });
}

function textOf(place: string, { latitude, longitude, country_code }: Place, forecast: Forecast): string {
  const { current, daily } = forecast;
  const country = /^[A-Z]{2}$/.test(country_code) ? `, ${country_code}` : "";
  const where = `${place}${country} (${latitude.toFixed(2)}, ${longitude.toFixed(2)})`;
  const felt = `feels like ${degrees(current.apparent_temperature)}`;
  const air = `humidity ${Math.round(current.relative_humidity_2m)} %, wind ${Math.round(current.wind_speed_10m)} km/h`;
  const now = `Now: ${sky(current.weather_code)}, ${degrees(current.temperature_2m)}, ${felt}, ${air}`;
  return [where, now, ...daily.time.map((day, at) => dayLine(day, at, daily))].join("\n");
}

function dayLine(day: string, at: number, daily: Forecast["daily"]): string {
  const range = `${degrees(daily.temperature_2m_min[at])} to ${degrees(daily.temperature_2m_max[at])}`;
  const chance = daily.precipitation_probability_max[at];
  const rain = `${daily.precipitation_sum[at] ?? 0} mm of rain or snow${chance == null ? "" : ` (${chance} %)`}`;
  return `${day}: ${sky(daily.weather_code[at] ?? -1)}, ${range}, ${rain}`;
}

function sky(code: number): string {
  return describeWeatherCode(code) ?? "unknown sky";
}

function degrees(celsius: number | undefined): string {
  return celsius === undefined ? "?" : `${Math.round(celsius)} °C`;
}
