/** Sets and serves the instance's logo. Loaded by the first that needs it. */
import { AppError } from "../../domain/errors.ts";
import { type Branding, LOGO_KEEPER } from "../../storage/d1/instance/branding.ts";
import type { ApiContext } from "../http/api.ts";
import { servicesOf } from "./services.ts";

const MAX_BYTES = 200_000;
const LOGO = /^image\/(png|webp|svg\+xml)$/;

/** Throws an AppError unless the logo is a small picture of the person who sets it. */
export async function changeBranding(context: ApiContext, change: Partial<Branding>): Promise<Branding> {
  const { branding, files } = servicesOf(context);
  const logo = change.logo == null ? change.logo : await keptLogo(context, change.logo);
  const { before, after } = await branding.change({ ...change, ...(logo !== undefined && { logo }) });
  if (before.logo !== null && before.logo !== after.logo) await files.remove(LOGO_KEEPER, before.logo);
  return after;
}

/** The id of the instance's own copy. The upload itself is removed. */
async function keptLogo(context: ApiContext, id: string): Promise<string> {
  const { files } = servicesOf(context);
  const { owner } = context.get("principal");
  const file = await files.get(owner, id);
  if (!file || !LOGO.test(file.media_type) || file.size > MAX_BYTES)
    throw new AppError(
      "malformed_request",
      "logo: the id of a picture that you uploaded (PNG, WebP or SVG, at most 200 KB). POST /api/v1/files uploads one.",
    );
  const { name, media_type, bytes } = file;
  const kept = await files.put(LOGO_KEEPER, { name, media_type, bytes });
  await files.remove(owner, id);
  return kept.id;
}

/** An SVG can hold scripts: the policy keeps it inert, wherever it is opened. */
const POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'";

export async function showLogo(context: ApiContext): Promise<Response> {
  const { branding, files } = servicesOf(context);
  const { logo } = await branding.get();
  const file = logo === null ? undefined : await files.get(LOGO_KEEPER, logo);
  if (!file || !LOGO.test(file.media_type))
    throw new AppError("resource_not_found", "This instance has no logo of its own.");
  return new Response(file.bytes as BodyInit, {
    headers: {
      "content-type": file.media_type,
      "content-security-policy": POLICY,
      "x-content-type-options": "nosniff",
      "cache-control": "public, max-age=3600",
    },
  });
}
