/** Hosts that the Builder's programs may reach: a person allows each once per build. */
import { z } from "zod";
import { boundSecrets, saidUse } from "../../catalog/secret-uses.ts";
import type { Workbench } from "../record/workbench.ts";

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
  .array(
    z
      .string()
      .regex(
        /^[A-Z][A-Z0-9_]{0,63}(@[a-z0-9.-]{1,253}(:\d{1,5})?)?$/,
        "must be a name in capitals with the host it goes to, for example WEATHER_KEY@api.example.com",
      ),
  )
  .max(20)
  .default([]);

interface Reach {
  hosts: readonly string[];
  secrets?: readonly string[];
}

/** The names that a person allows: hosts, and secrets each with their host. */
export function namesOf({ hosts, secrets = [] }: Reach): string[] {
  return [...hosts, ...boundSecrets({ hosts, secrets })];
}

/** The text that asks for approval; undefined if everything is allowed already. */
export function wouldReach(bench: Workbench, { hosts, secrets = [] }: Reach): string | undefined {
  const missing = bench.missing(hosts);
  const unknown = bench.missing(boundSecrets({ hosts, secrets }));
  if (missing.length === 0 && unknown.length === 0) return undefined;
  const reach = missing.length > 0 ? [`send data to ${missing.join(", ")}`] : [];
  const use = unknown.length > 0 ? [`send your secret ${unknown.map(saidUse).join(", ")}`] : [];
  return `let the capability ${bench.build.name} ${[...reach, ...use].join(" and ")}, while it is built and whenever it is used`;
}
