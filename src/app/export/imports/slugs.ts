/** Slugs of imported agents and rooms. */
import type { LeftReason } from "../../../export/item.ts";
import { sha256Hex } from "../../../platform/digest.ts";

export type TakeOutcome = "imported" | "known" | LeftReason;

const LONGEST_SLUG = 40;

/** Slug of the name. Where somebody else has it, a suffix is added, the same each time. */
export async function freeSlug(
  { name, source }: { name: string; source: string },
  owner: string,
  get: (slug: string) => Promise<{ owner: string | null } | undefined>,
): Promise<{ name: string; isTaken: boolean }> {
  const plain = slugOf(name);
  const there = await get(plain);
  if (!there) return { name: plain, isTaken: false };
  if (there.owner === owner) return { name: plain, isTaken: true };
  const own = `${plain}-${(await sha256Hex(JSON.stringify([owner, source]))).slice(0, 6)}`;
  return { name: own, isTaken: (await get(own)) !== undefined };
}

function slugOf(name: string): string {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  return plain.slice(0, LONGEST_SLUG).replace(/-+$/, "") || "imported";
}
