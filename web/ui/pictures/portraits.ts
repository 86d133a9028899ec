/** Portraits that come with the app: `public/portraits` has a file for each. */
const DRAWN: ReadonlySet<string> = new Set(["bart", "bernie", "blanca", "bukowski", "hermes", "jb"]);

/** Where the portrait of that agent is; null: none was drawn of it. */
export function portraitOf(slug: string): string | null {
  return DRAWN.has(slug) ? `/portraits/${slug}.svg` : null;
}
