/** A page's title with the count of waiting things before it. */
const BADGE = /^\(\d+\+?\) /;
const MOST = 99;

export function withBadge(title: string, count: number): string {
  const name = withoutBadge(title);
  if (count === 0) return name;
  return `(${count > MOST ? `${MOST}+` : count}) ${name}`;
}

export function withoutBadge(title: string): string {
  return title.replace(BADGE, "");
}
