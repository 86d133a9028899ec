/** Name and logo of the instance, also for people who are not signed in, and the app's manifest that carries them. */
import { z } from "zod";
import { BrandingChangeFields, BrandingShape } from "../../../contract/instance/branding.ts";
import { definedOf } from "../../../domain/defined.ts";
import { defineRoute, type Route } from "../../http/api.ts";
import { brandingView } from "../../http/branding.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";

const PUBLIC = { who: "public" } as const;

export const brandingRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/instance/branding",
    policy: PUBLIC,
    summary: "Name and logo of this instance; null where it has none of its own.",
    answers: () => ({ 200: BrandingShape() }),
    handler: async (context) => reply(200, brandingView(await servicesOf(context).branding.get())),
  }),
  defineRoute({
    method: "patch",
    path: "/instance/branding",
    policy: { who: "admin", scope: "admin" },
    summary:
      "Sets name or logo; null takes one back. The logo is a file that you uploaded: PNG, WebP or SVG, at most 200 KB.",
    body: BrandingChangeFields,
    answers: () => ({ 200: BrandingShape() }),
    async handler(context, { body }) {
      const { changeBranding } = await import("../branding.ts");
      return reply(200, brandingView(await changeBranding(context, definedOf(body))));
    },
  }),
  defineRoute({
    method: "get",
    path: "/instance/logo",
    policy: PUBLIC,
    summary: "The logo of this instance.",
    query: () => z.object({ v: z.string().max(100).optional() }),
    answers: () => ({ 200: "file" }),
    handler: async (context) => (await import("../branding.ts")).showLogo(context),
  }),
  defineRoute({
    method: "get",
    path: "/instance/manifest",
    policy: PUBLIC,
    summary: "The web app's manifest, with the name and logo of this instance.",
    answers: () => ({ 200: "file" }),
    async handler(context) {
      const { manifestOf } = await import("../manifest.ts");
      const manifest = manifestOf(brandingView(await servicesOf(context).branding.get()));
      const headers = { "content-type": "application/manifest+json", "cache-control": "max-age=300" };
      return new Response(JSON.stringify(manifest), { headers });
    },
  }),
];
