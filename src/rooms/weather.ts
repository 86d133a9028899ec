/** Client of Open-Meteo, or a service with its API, for the weather at a place; times out quickly. */
import { z } from "zod";
import type { WeatherPlace } from "../domain/room.ts";
import type { Weather } from "../domain/visit.ts";
import { describeWeatherCode } from "../domain/weather-codes.ts";

export interface WeatherDeps {
  fetch(url: string, init: RequestInit): Promise<Response>;
  now(): number;
  /** Absent: Open-Meteo. */
  base_url?: string | undefined;
  /** Called once for each new failure. */
  failed(problem: string): void;
}

const OPEN_METEO = "https://api.open-meteo.com";
/** Cache lifetime: as often as Open-Meteo's own values change. */
const FRESH_MS = 15 * 60_000;
/** Pause after a failure. */
const REST_MS = 60_000;
const TIMEOUT_MS = 1_500;
const MOST_PLACES = 200;

const Forecast = z.object({
  current: z.object({ temperature_2m: z.number(), weather_code: z.number(), is_day: z.number() }),
});

interface Asked {
  until: number;
  answer: Promise<Weather | null>;
}

export class WeatherStation {
  private readonly deps: WeatherDeps;
  private readonly asked = new Map<string, Asked>();

  constructor(deps: WeatherDeps) {
    this.deps = deps;
  }

  /** Null if the weather is unknown. Never rejects. */
  at(place: WeatherPlace): Promise<Weather | null> {
    const key = `${place.latitude},${place.longitude}`;
    const known = this.asked.get(key);
    const now = this.deps.now();
    if (known && now < known.until) return named(known.answer, place);
    if (this.asked.size >= MOST_PLACES) this.asked.clear();
    const asked = {
      until: now + FRESH_MS,
      answer: this.ask(place).catch((problem) => this.none(key, problem)),
    };
    this.asked.set(key, asked);
    return asked.answer;
  }

  private none(key: string, problem: unknown): null {
    this.deps.failed(String(problem));
    this.asked.set(key, { until: this.deps.now() + REST_MS, answer: Promise.resolve(null) });
    return null;
  }

  private async ask({ name, latitude, longitude }: WeatherPlace): Promise<Weather | null> {
    const query = new URLSearchParams({
      latitude: String(latitude),
      longitude: String(longitude),
      current: "temperature_2m,weather_code,is_day",
    });
    const url = `${this.deps.base_url ?? OPEN_METEO}/v1/forecast?${query}`;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await this.deps.fetch(url, { signal, redirect: "manual" });
    if (!response.ok) throw new Error(`the weather service answered ${response.status}`);
    const { current } = Forecast.parse(await response.json());
    const { temperature_2m, weather_code, is_day } = current;
    const sky = describeWeatherCode(weather_code);
    if (sky === undefined) throw new Error(`the weather service gave the unknown code ${weather_code}`);
    return { place: name, sky, temperature_c: Math.round(temperature_2m), is_day: is_day === 1 };
  }
}

/** Two rooms may call the same place by different names. */
async function named(answer: Promise<Weather | null>, { name }: WeatherPlace): Promise<Weather | null> {
  const weather = await answer;
  return weather && { ...weather, place: name };
}
