/** The person's workspace as resources: `nightjar://workspace/{path}`. */
import { AppError } from "../../../domain/errors.ts";
import { toBase64 } from "../../../platform/bytes.ts";
import { safePath } from "../../../tools/workspace/safe-path.ts";
import type { ApiContext } from "../../http/api.ts";
import { mayUse, type Offer } from "../request-server.ts";
import { servicesOf } from "../services.ts";

const ROOT = "nightjar://workspace/";
/** Files that a client is told of; it can still name the others. */
const MOST_LISTED = 500;
/** Limit in bytes: it goes out as one JSON text. */
const MOST_BYTES = 4_000_000;

export const offerResources: Offer = async (served) => {
  if (!mayUse(served, { who: "member", scope: "read" })) return;
  const { server, context } = served;
  const { ResourceTemplate } = await import("@modelcontextprotocol/server");
  const template = new ResourceTemplate(`${ROOT}{+path}`, { list: () => list(context) });
  const about = { title: "Files", description: "Files of the person's workspace, by their path." };
  server.registerResource("workspace", template, about, (uri) => read(context, uri));
};

async function list(context: ApiContext) {
  const { workspace } = servicesOf(context);
  const { files } = await workspace.list(context.get("principal").owner, "", { limit: MOST_LISTED });
  const resources = files.map(({ path, media_type, size }) => ({
    uri: uriOf(path),
    name: path,
    mimeType: media_type,
    size,
  }));
  return { resources };
}

async function read(context: ApiContext, { href: uri }: URL) {
  const path = safePath(decodeURIComponent(uri.slice(ROOT.length)));
  const file = path.ok
    ? await servicesOf(context).workspace.read(context.get("principal").owner, path.path)
    : undefined;
  if (!file) {
    const { ResourceNotFoundError } = await import("@modelcontextprotocol/server");
    throw new ResourceNotFoundError(uri, `There is no file ${uri}.`);
  }
  if (file.size > MOST_BYTES)
    throw new AppError("payload_too_large", `${uri} has ${file.size} bytes; at most ${MOST_BYTES} are read.`);
  return { contents: [{ uri, mimeType: file.media_type, ...contentOf(file.bytes) }] };
}

/** Text as it is, everything else in base64. */
function contentOf(bytes: Uint8Array): { text: string } | { blob: string } {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { blob: toBase64(bytes) };
  }
}

/** `/` stays unescaped: it separates folders. */
function uriOf(path: string): string {
  return `${ROOT}${path.split("/").map(encodeURIComponent).join("/")}`;
}
