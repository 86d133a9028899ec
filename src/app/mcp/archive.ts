/** Export of the MCP servers that a person has added, without what opens them. */

import { type ArchiveFile, jsonFile } from "../../export/archive.ts";
import type { McpServer } from "../../tools/mcp/store.ts";
import type { McpServices } from "../services/mcp.ts";

const LEFT_OUT =
  "The values of headers, what stands behind the ? of addresses, and sign-ins: whoever uses this file has to enter them again.";

export async function* archiveServers(
  { mcpServers }: McpServices,
  owner: string,
): AsyncGenerator<ArchiveFile> {
  const items = (await mcpServers.list(owner)).map(serverOf);
  yield jsonFile("mcp-servers.json", { left_out: LEFT_OUT, items });
}

function serverOf({ owner: _owner, headers, oauth, url, listed: _listed, ...server }: McpServer) {
  return {
    ...server,
    url: withoutSecrets(url),
    header_names: Object.keys(headers),
    signs_in: oauth !== null,
  };
}

/** Addresses may contain keys too: as user name and password, or in the query. */
function withoutSecrets(address: string): string {
  const url = URL.parse(address);
  if (url === null) return "";
  const asked = [...new Set(url.searchParams.keys())];
  url.search = "";
  [url.username, url.password, url.hash] = ["", "", ""];
  return asked.length === 0 ? url.href : `${url.href}?${asked.map((name) => `${name}=`).join("&")}`;
}
