/** Portraits that come with the app, one file each in `public/portraits`. */
const DRAWN: ReadonlySet<string> = new Set(["bart", "bernie", "blanca", "bukowski", "hermes", "jb"]);

/** Address of the agent's portrait; null: it has none. */
export function portraitOf(slug: string): string | null {
  return DRAWN.has(slug) ? `/portraits/${slug}.svg` : null;
}
