/** Units of figures, each with what it measures and its size in the base unit of that. */

interface Unit {
  measures: string;
  factor: number;
}

/** `measures factor names`. */
const LINES = [
  "share 1 % percent prozent pourcent",
  "points 1 percentage-points prozentpunkte",
  "length 0.001 mm millimeter millimetre millimeters millimetres millimètres",
  "length 0.01 cm centimeter centimetre centimeters centimetres zentimeter centimètres centimètre",
  "length 1 m meter metre meters metres metern mètre mètres",
  "length 1000 km kilometer kilometre kilometers kilometres kilometern kilomètre kilomètres",
  "length 1609.344 mi mile miles meilen",
  "length 0.3048 ft foot feet fuß",
  "length 0.0254 inch inches zoll pouces",
  "mass 0.001 g gram grams gramm gramme grammes",
  "mass 1 kg kilo kilogram kilograms kilogramm kilogrammes",
  "mass 1000 t ton tons tonne tonnes tonnen",
  "mass 0.45359 lb lbs pound-weight",
  "age 0.000114 hour hours h stunde stunden heure heures",
  "age 0.0000019 minute minutes min minuten",
  "age 0.00274 day days tag tage tagen jour jours",
  "age 0.01918 week weeks woche wochen semaine semaines",
  "age 0.08333 month months monat monate monaten mois",
  "age 1 year years jahr jahre jahren an ans année années",
  "age 10 decade decades jahrzehnt jahrzehnte décennie décennies",
  "age 100 century centuries jahrhundert jahrhunderte siècle siècles",
  "warmth 1 °c celsius grad-celsius degrees-celsius degrés-celsius degrees-c",
  "heat 1 °f fahrenheit degrees-fahrenheit grad-fahrenheit degrés-fahrenheit",
  "dollars 1 $ usd dollar dollars us-dollar",
  "euros 1 € eur euro euros",
  "pounds 1 £ gbp pound pounds pfund livres",
  "francs 1 chf franken francs",
  "power 1 w watt watts",
  "power 1000 kw kilowatt kilowatts",
  "power 1000000 mw megawatt megawatts",
  "power 1000000000 gw gigawatt gigawatts",
  "bytes 1000 kb",
  "bytes 1000000 mb megabyte megabytes",
  "bytes 1000000000 gb gigabyte gigabytes",
  "rate 1 hz hertz",
  "rate 1000 khz kilohertz",
  "speed 1 km/h kph",
  "speed 1.609344 mph",
  "area 0.01 ha hektar hectare hectares",
  "area 1 km² km2 square-kilometers quadratkilometer",
  "volume 1 l liter litre liters litres litern",
] as const;

const UNITS: ReadonlyMap<string, Unit> = new Map(
  LINES.flatMap((line) => {
    const [measures = "", factor = "1", ...names] = line.split(" ");
    return names.map((name) => [name, { measures, factor: Number(factor) }] as const);
  }),
);

/** Undefined: no unit that is known. */
export function unitOf(word: string): Unit | undefined {
  return UNITS.get(word.toLowerCase().replace(/[.,;:)]+$/, ""));
}

export type { Unit };
