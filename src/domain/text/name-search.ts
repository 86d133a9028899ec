/** Search by name: a name is found by all words of a query, wherever they stand in it, without regard to case or accents. */

/** An empty query finds every name. */
export function nameSearch(query: string): (name: string) => boolean {
  const words = plain(query)
    .split(/\s+/)
    .filter((word) => word !== "");
  return (name) => {
    const text = plain(name);
    return words.every((word) => text.includes(word));
  };
}

function plain(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
