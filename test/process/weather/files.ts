/** What the Builder writes for a weather service, version by version. */

export interface Files {
  [path: string]: string;
}

/** `service`: the base URL. */
export function weatherFiles(
  service: string,
  { units, isWrong }: { units: boolean; isWrong: boolean },
): Files {
  const properties = {
    city: { type: "string", description: "The city" },
    ...(units && { units: { enum: ["celsius", "fahrenheit"], description: "celsius if nothing is said" } }),
  };
  return {
    "main.ts": mainOf(service, isWrong),
    "package.json": JSON.stringify({ name: "weather_lookup", nightjar: { hosts: [new URL(service).host] } }),
    "manifest.json": JSON.stringify({
      name: "weather_lookup",
      description: "The weather of a city now, from Open-Meteo.",
      input_schema: { type: "object", properties, required: ["city"], additionalProperties: false },
      tags: ["weather"],
    }),
    "RUN.md": '# weather_lookup\n\nGive it a city: `{"city": "Austin"}`.\n',
    "test.ts": TESTS,
  };
}

function mainOf(service: string, isWrong: boolean): string {
  return `interface Args { city: string; units?: "celsius" | "fahrenheit" }

export async function run({ city, units = "celsius" }: Args, ctx: any): Promise<string> {
  const found = await ctx.fetch("${service}/v1/search?count=1&name=" + encodeURIComponent(city));
  const place = (await found.json()).results${isWrong ? "" : "?"}.[0];
  if (!place) throw new Error("There is no city called " + city + ".");
  const asked = "latitude=" + place.latitude + "&longitude=" + place.longitude + "&current=temperature_2m&temperature_unit=" + units;
  const forecast = await (await ctx.fetch("${service}/v1/forecast?" + asked)).json();
  return place.name + ": " + forecast.current.temperature_2m + " " + forecast.current_units.temperature_2m;
}
`.replace("results.[0]", "results[0]");
}

const TESTS = `const OSLO = { results: [{ name: "Oslo", latitude: 59.9, longitude: 10.7 }] };
const COLD = { current_units: { temperature_2m: "°C" }, current: { temperature_2m: -3 } };

function service(t: any, ...answers: object[]) {
  return { fetch: async () => t.answer(answers.shift()) };
}

export async function tellsOfACity(t: any) {
  t.equal(await t.run({ city: "Oslo" }, service(t, OSLO, COLD)), "Oslo: -3 °C");
}

export async function saysThatNobodyKnowsIt(t: any) {
  await t.rejects(t.run({ city: "Nowhere" }, service(t, {})), /There is no city called Nowhere/);
}
`;
