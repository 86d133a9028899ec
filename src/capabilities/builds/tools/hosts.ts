/** Hosts that a program of the Builder may reach: each is a person's to allow, once for a build. */
import { z } from "zod";
import type { Bench } from "../record/bench.ts";

export const Hosts = z
  .array(
    z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^[a-z0-9.-]+(?::\d{1,5})?$/, "must be a host, for example api.example.com")
      .max(260),
  )
  .max(10)
  .default([]);

export const Secrets = z
  .array(z.string().regex(/^[A-Z][A-Z0-9_]{0,63}$/, "must be a name in capitals, for example WEATHER_KEY"))
  .max(10)
  .default([]);

/** What a person is asked before it is allowed; undefined: all of it is. */
export function wouldReach(
  bench: Bench,
  hosts: readonly string[],
  secrets: readonly string[] = [],
): string | undefined {
  const missing = bench.missing(hosts);
  const unknown = bench.missing(secrets);
  if (missing.length === 0 && unknown.length === 0) return undefined;
  const reach = missing.length > 0 ? [`send data to ${missing.join(", ")}`] : [];
  const use = unknown.length > 0 ? [`use your secret ${unknown.join(", ")}`] : [];
  return `let the capability ${bench.build.name} ${[...reach, ...use].join(" and ")}, while it is built and whenever it is used`;
}
