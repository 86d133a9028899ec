/** Tools by which agents query the catalog: list capabilities, and read how one is used. */
import { z } from "zod";
import type { Tool } from "../../agent/ports/tool.ts";
import { harmlessLine } from "../../domain/text/foreign-text.ts";
import { oneLine } from "../../domain/text/hidden-text.ts";
import { trustIf } from "../../domain/trust.ts";
import { defineTool, toldWith, toolError, trustedResult } from "../../tools/define-tool.ts";
import { toolNameOf } from "../catalog/capability.ts";
import type { CapabilityCatalog } from "../catalog/port.ts";
import { secretUses } from "../catalog/secret-uses.ts";
import type { CapabilityCache } from "./capability-cache.ts";
import { findCapabilities } from "./relevance.ts";
import type { Usable } from "./usable.ts";

const MOST_LISTED = 50;
const MAX_LINE = 200;

export function listTool(cache: Pick<CapabilityCache, "all">): Tool {
  return defineTool({
    name: "list_capabilities",
    description:
      "List the capabilities that were built here, with their state; with `query`, those whose words match. lookup_capability tells how one is used.",
    schema: z.object({ query: z.string().max(300).default("") }),
    effect: "read",
    reach: "inside",
    personal: true,
    async run({ query }, { owner, agent }) {
      const all = (await cache.all({ owner, agent })).filter(isShown);
      const found = findCapabilities(all, query);
      if (found.length === 0)
        return trustedResult(all.length === 0 ? NONE : `None of ${all.length} matches "${query}".`);
      const more = found.length > MOST_LISTED ? [`(${found.length - MOST_LISTED} more: give a query)`] : [];
      // The lines of the prompt: in one's own words, or harmless ones of somebody who shares.
      return trustedResult([...found.slice(0, MOST_LISTED).map(lineOf), ...more].join("\n"));
    },
  });
}

const NONE = "There are no capabilities yet. request_capability has one built.";

export function lookupTool(
  cache: Pick<CapabilityCache, "all">,
  catalog: Pick<CapabilityCatalog, "bundle">,
): Tool {
  return defineTool({
    name: "lookup_capability",
    description:
      "How a capability is used: its input schema, what it returns, what it may reach. With `guide`, also its RUN.md.",
    schema: z.object({ name: z.string().max(60), guide: z.boolean().default(false) }),
    effect: "read",
    reach: "inside",
    personal: true,
    async run({ name, guide }, { owner, agent }) {
      const wanted = name.replace(/^cap_/, "");
      const all = (await cache.all({ owner, agent })).filter(isShown);
      const found = all.filter((each) => each.name === wanted);
      const capability = found.find(({ status }) => status === "active") ?? found[0];
      if (!capability)
        return toolError(`There is no capability "${name}". list_capabilities names those there are.`);
      const text = guide
        ? (await catalog.bundle(capability.owner, capability.name))?.files["RUN.md"]
        : undefined;
      const told = [described(capability), ...(text === undefined ? [] : [`RUN.md:\n${text}`])];
      return toldWith(trustIf(!isOwnWords(capability)), told.join("\n\n"));
    },
  });
}

/** Its owner has approved it as it stands; why it fails may be in the words of a host. */
function isOwnWords({ is_own, problem }: Usable): boolean {
  return is_own && problem === null;
}

/** The state of somebody else's capability is shown only if it is in use. */
function isShown({ is_own, status }: Usable): boolean {
  return is_own || status === "active";
}

/** Prompt section: one line for each callable capability. */
export function promptSection(capabilities: readonly Usable[]): string[] {
  if (capabilities.length === 0) return [];
  const lines = capabilities.slice(0, MOST_LISTED).map(lineOf);
  const more = capabilities.length - MOST_LISTED;
  return [
    [
      "# Capabilities",
      "Tools that were built here. One that is not among your tools now is found by list_capabilities, and told of by lookup_capability.",
      ...lines,
      ...(more > 0 ? [`(and ${more} more)`] : []),
    ].join("\n"),
  ];
}

function lineOf({ name, description, status, is_own }: Usable): string {
  const state = status === "active" ? "" : ` (${status})`;
  const whose = is_own ? "" : " (shared)";
  return `- ${toolNameOf(name)}${state}${whose}: ${oneLine(harmlessLine(description), MAX_LINE)}`;
}

function described(capability: Usable): string {
  const { description, status, problem, version, input_schema, output_schema, hosts } = capability;
  return JSON.stringify(
    {
      tool: toolNameOf(capability.name),
      description,
      status,
      ...(problem !== null && { problem }),
      version,
      input_schema,
      ...(output_schema !== null && { output_schema }),
      hosts,
      secrets: secretUses(capability).map(({ secret, host }) => `${secret}@${host}`),
    },
    null,
    1,
  );
}
