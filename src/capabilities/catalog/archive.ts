/**
 * Reads a capability from a zip archive for a preview before installation. Its content is untrusted, and none
 * of it is run.
 */
import { z } from "zod";
import { unzip, withoutTopFolder } from "../../platform/zip.ts";
import { digestOf, NAME, NAME_RULE, openBundle } from "./bundle.ts";
import type { CapabilityFiles, CapabilityLimits } from "./capability.ts";
import { type SecretUse, toldSecrets } from "./secret-uses.ts";

/** Facts for a person to decide on. */
interface CapabilityPreview {
  name: string;
  description: string;
  tags: readonly string[];
  hosts: readonly string[];
  secrets: readonly string[];
  secret_uses: readonly SecretUse[];
  limits: CapabilityLimits;
  files: { path: string; size: number }[];
  /** Text of its RUN.md. */
  guide: string;
}

type OpenedCapability =
  /** `digest` covers its files: approving a preview approves exactly these bytes. */
  | { ok: true; files: CapabilityFiles; digest: string; preview: CapabilityPreview }
  | { ok: false; problem: string };

const LIMITS = { files: 20, bytes: 800_000, what: "A capability" };
const Named = z.looseObject({ name: z.string().regex(NAME) });

export async function openArchive(zip: Uint8Array): Promise<OpenedCapability> {
  const unzipped = await unzip(zip, LIMITS);
  if (!unzipped.ok) return unzipped;
  const files: Record<string, string> = Object.create(null);
  for (const { path, bytes } of withoutTopFolder(unzipped.files, "manifest.json")) {
    const text = textOf(bytes);
    if (text === undefined) return { ok: false, problem: `${path} is not text.` };
    files[path] = text;
  }
  const name = nameIn(files["manifest.json"]);
  if (name === undefined)
    return { ok: false, problem: `Its manifest.json names no capability: ${NAME_RULE}.` };
  const opening = openBundle(name, files);
  if (!opening.ok) return { ok: false, problem: opening.problems.join("\n") };
  const { declared, run_md } = opening.bundle;
  const { description, tags, hosts, limits } = declared;
  const listed = Object.entries(files).map(([path, text]) => ({ path, size: text.length }));
  const preview = {
    name,
    description,
    tags,
    hosts,
    ...toldSecrets(declared),
    limits,
    files: listed,
    guide: run_md,
  };
  return { ok: true, files, digest: await digestOf(files), preview };
}

function nameIn(manifest: string | undefined): string | undefined {
  try {
    return Named.safeParse(JSON.parse(manifest ?? "")).data?.name;
  } catch {
    // The caller reports the problem.
    return undefined;
  }
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    // The caller reports the problem.
    return undefined;
  }
}
