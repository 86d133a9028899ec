import { afterEach, beforeEach, expect, it } from "vitest";
import { WeatherStation } from "../../../src/rooms/weather.ts";
import { body } from "../../support/model-wire/reply.ts";
import { startWireServer, type WireServer } from "../../support/model-wire/wire-server.ts";
import { startOpenMeteo } from "../../support/weather/open-meteo.ts";

const OSLO = { name: "Oslo", latitude: 59.91, longitude: 10.75 };

let service: WireServer;
let now: number;
let problems: string[];
beforeEach(async () => {
  service = await startOpenMeteo();
  [now, problems] = [1_000, []];
});
afterEach(() => service.close());

const stationAt = (base_url: string) =>
  new WeatherStation({
    fetch: (url, init) => fetch(url, init),
    now: () => now,
    base_url,
    failed: (problem) => void problems.push(problem),
  });

it("tells what the sky is like in words, and asks again after a quarter of an hour", async () => {
  const station = stationAt(service.url);
  const rainy = { place: "Oslo", sky: "light rain", temperature_c: 5, is_day: true };
  const [first, second] = await Promise.all([station.at(OSLO), station.at({ ...OSLO, name: "Up north" })]);
  expect([first, second]).toEqual([rainy, { ...rainy, place: "Up north" }]);
  expect(service.requests).toHaveLength(1);
  now += 15 * 60_000;
  expect(await station.at(OSLO)).toEqual(rainy);
  expect(service.requests).toHaveLength(2);
});

it.each([
  ["an error", () => body(500, "{}")],
  ["something else", () => body(200, '{"current": {"temperature_2m": "warm"}}')],
  [
    "no code that there is",
    () => body(200, '{"current": {"temperature_2m": 1, "weather_code": 1234, "is_day": 1}}'),
  ],
  ["no JSON", () => body(200, "<html>")],
])("is null where the service answers with %s, which is not asked again for a minute", async (_, reply) => {
  const broken = await startWireServer(reply);
  const station = stationAt(broken.url);
  expect([await station.at(OSLO), await station.at(OSLO)]).toEqual([null, null]);
  expect([broken.requests.length, problems.length]).toEqual([1, 1]);
  now += 60_000;
  await station.at(OSLO);
  expect(broken.requests).toHaveLength(2);
  await broken.close();
});

it("is null where nobody listens", async () => {
  const { url } = service;
  await service.close();
  expect(await stationAt(url).at(OSLO)).toBeNull();
  service = await startOpenMeteo();
});
