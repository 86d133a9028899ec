/** Draft of a collection. */
import type { CollectionDocument, CollectionSummary } from "../../../api/agents/collections.ts";
import { t } from "../../../words/t.ts";

type SiteSource = Extract<CollectionSummary["sources"][number], { kind: "site" }>;
type Site = CollectionSummary["sites"][number];

const MOST_PAGES = 500;
const NEW_SITE = { most: 100, depth: 3, every: "week" } as const;

interface Draft {
  name: string;
  description: string;
  /** Paths, one a line. */
  folders: string;
  /** Addresses, one a line. */
  sites: string;
  /** Pages of each site at most. */
  most: number;
  every: SiteSource["every"];
  /** Ids. */
  files: string[];
  /** Slugs. */
  agents: string[];
  /** Links that are followed from the start pages of sites, where they have been set. */
  depths: Record<string, number>;
}

export function draftOf(collection: CollectionSummary | null): Draft {
  const { name = "", description = "", sources = [], agents = [] } = collection ?? {};
  const refs = (wanted: string) => sources.filter(({ kind }) => kind === wanted).map(({ ref }) => ref);
  const sites = sources.filter((source): source is SiteSource => source.kind === "site");
  const { most, every } = sites[0] ?? NEW_SITE;
  return {
    name,
    description,
    folders: refs("folder").join("\n"),
    sites: refs("site").join("\n"),
    most,
    every,
    files: refs("file"),
    agents: [...agents],
    depths: Object.fromEntries(sites.map(({ ref, depth }) => [ref, depth])),
  };
}

export function fieldsOf({ name, description, folders, sites, files, agents, ...options }: Draft) {
  const paths = linesOf(folders, (line) => line.replace(/^\/+|\/+$/g, ""));
  const most = Math.min(MOST_PAGES, Math.max(1, Math.round(options.most) || NEW_SITE.most));
  const addresses = linesOf(sites, (line) => (/^[a-z]+:\/\//i.test(line) ? line : `https://${line}`));
  return {
    name: name.trim(),
    description: description.trim(),
    agents,
    sources: [
      ...paths.map((ref) => ({ kind: "folder" as const, ref })),
      ...addresses.map((ref) => {
        const depth = options.depths[ref] ?? NEW_SITE.depth;
        return { kind: "site" as const, ref, most, depth, every: options.every };
      }),
      ...files.map((ref) => ({ kind: "file" as const, ref })),
    ],
  };
}

/** Lines that are not empty, each once. */
function linesOf(text: string, tidy: (line: string) => string): string[] {
  const lines = text.split("\n").map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== "").map(tidy))].filter((line) => line !== "");
}

/** Says why a site can't be read, and what helps. */
export function problemWords(problem: NonNullable<Site["problem"]>, address: string): string {
  switch (problem) {
    case "not_found":
      return t("There is no page at {address}. Check the address.", { address });
    case "unreachable":
      return t("{address} doesn't answer. Check that it opens in your browser, then read it again.", {
        address,
      });
    case "robots":
      return t(
        "{address} doesn't let programs read it (robots.txt). Choose another part of the site, or ask its owner.",
        { address },
      );
    case "elsewhere":
      return t(
        "{address} leads to another address. Enter the one that your browser shows once the page is open.",
        { address },
      );
    case "empty":
      return t("No text found at {address}. Enter a page whose text can be read without scripts.", {
        address,
      });
    case "slow_down":
      return t("{address} asked Nightjar to slow down. The rest is read next time; fewer pages help.", {
        address,
      });
  }
}

export function stateWords(state: CollectionDocument["state"]): string {
  switch (state) {
    case "indexed":
      return t("Searchable");
    case "unread":
      return t("No readable text");
    case "gone":
      return t("No longer there");
  }
}
