/** A weather service that speaks Open-Meteo's format, on the loopback. */
import { body } from "../model-wire/reply.ts";
import { startWireServer, type WireServer } from "../model-wire/wire-server.ts";

const PLACES = [
  { id: 4671654, name: "Austin", latitude: 30.26715, longitude: -97.74306, country_code: "US" },
  { id: 3143244, name: "Oslo", latitude: 59.91273, longitude: 10.74609, country_code: "NO" },
];
/** °C by the name of the place. */
const TEMPERATURES: Record<string, number> = { Austin: 31.2, Oslo: 4.5 };

/** `GET /v1/search?name=` and `GET /v1/forecast?latitude=&longitude=&current=temperature_2m[,weather_code,is_day][&temperature_unit=fahrenheit]`. */
export function startOpenMeteo(): Promise<WireServer> {
  return startWireServer(({ path }) => {
    const { pathname, searchParams } = new URL(path, "http://weather.test");
    if (pathname === "/v1/search") return json(200, search(searchParams));
    if (pathname === "/v1/forecast") return forecast(searchParams);
    return json(404, { error: true, reason: "Not Found" });
  });
}

function search(query: URLSearchParams) {
  const name = query.get("name")?.toLowerCase() ?? "";
  const results = PLACES.filter((place) => place.name.toLowerCase().startsWith(name));
  // Where nothing is found the field is missing, as at the service itself.
  return { ...(results.length > 0 && { results }), generationtime_ms: 0.5 };
}

function forecast(query: URLSearchParams) {
  const at = (name: string) => Number(query.get(name) ?? "NaN");
  const [latitude, longitude] = [at("latitude"), at("longitude")];
  const place = PLACES.find(
    (each) => Math.abs(each.latitude - latitude) + Math.abs(each.longitude - longitude) < 1,
  );
  if (!place) return json(400, { error: true, reason: "Latitude must be in range of -90 to 90°." });
  const celsius = TEMPERATURES[place.name] ?? 0;
  const isFahrenheit = query.get("temperature_unit") === "fahrenheit";
  return json(200, {
    latitude,
    longitude,
    generationtime_ms: 0.1,
    utc_offset_seconds: 0,
    timezone: "GMT",
    timezone_abbreviation: "GMT",
    elevation: 150,
    current_units: { time: "iso8601", interval: "seconds", temperature_2m: isFahrenheit ? "°F" : "°C" },
    current: {
      time: "2026-11-23T09:00",
      interval: 900,
      temperature_2m: isFahrenheit ? Math.round((celsius * 1.8 + 32) * 10) / 10 : celsius,
      ...(query.get("current")?.includes("weather_code") && { weather_code: 61, is_day: 1 }),
    },
  });
}

function json(status: number, value: unknown) {
  return body(status, JSON.stringify(value));
}
