/** Formats a server's resources, one a line. */
import { oneLine } from "../../../domain/text/hidden-text.ts";
import type { McpResource } from "../wire/offers.ts";

interface Listing {
  resources: readonly McpResource[];
  templates: readonly McpResource[];
}

export function formatListing(server: string, { resources, templates }: Listing): string {
  const lines = [...resources, ...templates].map(lineOf);
  return [`${server}:`, ...(lines.length > 0 ? lines : ["(nothing to read)"])].join("\n");
}

function lineOf({ uri, name, description, media_type }: McpResource): string {
  const type = media_type === undefined ? "" : ` (${oneLine(media_type)})`;
  const about = [name, description].filter((words) => words !== "").join(": ");
  return `- ${oneLine(uri, 4_000)}${type}${about === "" ? "" : ` ${about}`}`;
}
