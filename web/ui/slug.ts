/** A slug for addresses, made from a name; empty when no character of it can be used. */
export function slugFor(name: string): string {
  return name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 63);
}

/** The first of `name`, `name-2`, `name-3` ... that is free. `otherwise` stands for a name that has no usable character. */
export function freeSlug(name: string, taken: readonly string[], otherwise: string): string {
  const base = slugFor(name) || otherwise;
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? base : `${base.slice(0, 58)}-${number}`;
    if (!taken.includes(slug)) return slug;
  }
}
