/** The Builder's last step: the catalog runs the tests again, and publishes the capability if they pass. */
import { z } from "zod";
import type { Tool, ToolOutcome } from "../../../agent/ports/tool.ts";
import { harmlessLine } from "../../../domain/text/foreign-text.ts";
import { oneLine } from "../../../domain/text/hidden-text.ts";
import type { Trust } from "../../../domain/trust.ts";
import { defineTool, toolError, trustedResult } from "../../../tools/define-tool.ts";
import type { BuildCatalog, BuildStore } from "../record/build.ts";
import type { Workbench } from "../record/workbench.ts";
import { Hosts, namesOf, Secrets, wouldReach } from "./hosts.ts";

export interface RegisterDeps {
  store: BuildStore;
  catalog: BuildCatalog;
  now(): number;
}

const Input = z.object({
  hosts: Hosts.describe("All hosts of package.json, as they stand there"),
  secrets: Secrets.describe("All secrets of package.json, as they stand there: NAME@host"),
});

const DESCRIPTION =
  "Register the capability when its tests pass: they are run again in a fresh sandbox, and its files, name, schemas and size are checked. The person is asked for hosts and secrets that they have not allowed yet. Afterwards say in one or two sentences what it does.";

export function registerTool(bench: Workbench, deps: RegisterDeps): Tool {
  return defineTool({
    name: "register_capability",
    description: DESCRIPTION,
    schema: Input,
    effect: "idempotent",
    reach: "inside",
    timeout_ms: 180_000,
    consent: ({ hosts, secrets }) => wouldReach(bench, { hosts, secrets }),
    // A tainted Builder may have been told what to write, so this asks first.
    touches: () => ({ to: "elsewhere", what: offering(bench), each: true }),
    async run({ hosts, secrets }, { trust }) {
      await bench.allow(namesOf({ hosts, secrets }));
      return register(bench, deps, trust);
    },
  });
}

/** Completes "It would ...", quoting the text that agents will be shown. */
function offering(bench: Workbench): string {
  const says = descriptionIn(bench.files()["manifest.json"] ?? "");
  const as = says === "" ? "" : ` as: ${oneLine(harmlessLine(says), MOST_SAID)}`;
  return `offer cap_${bench.build.name} to all later turns${as}`;
}

const MOST_SAID = 300;

function descriptionIn(manifest: string): string {
  try {
    return z.object({ description: z.string() }).parse(JSON.parse(manifest)).description;
  } catch {
    // Invalid files are reported when the capability is registered.
    return "";
  }
}

async function register(
  bench: Workbench,
  { store, catalog, now }: RegisterDeps,
  trust: Trust,
): Promise<ToolOutcome> {
  const { build } = bench;
  const today = await store.get(build.id);
  if (today?.status === "completed") return trustedResult(`It is version ${today.version}.`);
  if (today?.status !== "building") return toolError("This build has ended; nothing more can be registered.");
  const published = await catalog.publish(build, bench.files(), bench.allowed());
  if (!published.ok) return { ok: false, error: published.reason, trust };
  const { version } = published;
  await store.end(build.id, { status: "completed", version, now: now() });
  return trustedResult(`cap_${build.name} is there as version ${version}, from the next turn on.`);
}
