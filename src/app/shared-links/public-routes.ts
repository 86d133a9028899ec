/** Routes of strangers: the snapshot of a link and its files. They ask for no account, set no cookie and are not indexed. */
import { z } from "zod";
import { SharedSnapshotShape } from "../../contract/shared-links.ts";
import { AppError } from "../../domain/errors.ts";
import type { StoredLink } from "../../shared-links/link.ts";
import { type ApiContext, defineRoute, type Route } from "../http/api.ts";
import { brandingView } from "../http/branding.ts";
import { iso } from "../http/query.ts";
import { reply } from "../http/reply.ts";
import { fileResponse } from "../http/serve-file.ts";
import { servicesOf } from "./services.ts";

const token = () => z.string().min(20).max(100);

const HEADERS = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex, nofollow, noarchive",
};

export const publicRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/shared/:token",
    policy: { who: "public" },
    summary: "What a shared link shows, for anybody who has its address.",
    params: () => z.object({ token: token() }),
    answers: () => ({ 200: SharedSnapshotShape() }),
    async handler(context, { params }) {
      const link = await opened(context, params.token);
      const { sharedLinks, branding } = servicesOf(context);
      const [snapshot, own] = await Promise.all([sharedLinks.read(link), branding.get()]);
      if (!snapshot) throw gone();
      const about = { taken_at: iso(link.updated_at), branding: brandingView(own) };
      return reply(200, { ...snapshot, ...about }, HEADERS);
    },
  }),
  defineRoute({
    method: "get",
    path: "/shared/:token/files/:file",
    policy: { who: "public" },
    summary: "A picture or file that a shared link shows.",
    params: () => z.object({ token: token(), file: z.string().max(100) }),
    answers: () => ({ 200: "file" }),
    async handler(context, { params }) {
      const link = await opened(context, params.token);
      const file = await servicesOf(context).sharedLinks.file(link, params.file);
      if (!file) throw gone();
      const response = fileResponse(file);
      for (const [name, value] of Object.entries(HEADERS)) response.headers.set(name, value);
      return response;
    },
  }),
];

/** Throws the same error for every link that opens nothing: nobody learns whether there was one. */
async function opened(context: ApiContext, secret: string): Promise<StoredLink> {
  const { sharedLinks, standings } = servicesOf(context);
  const [link, isAllowed] = await Promise.all([
    sharedLinks.rows.byToken(secret),
    sharedLinks.rows.isAllowed(),
  ]);
  // A link ends with its owner's account.
  if (link && isAllowed && (await standings.get(link.owner))) return link;
  throw gone();
}

function gone(): AppError {
  return new AppError(
    "resource_not_found",
    "This link doesn't work any more: it has expired or was revoked. Ask for a new one.",
  );
}
