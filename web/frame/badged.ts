/** A page's title with the count of waiting things before it. */
const BADGE = /^\(\d+\+?\) /;
const MOST = 99;

export function badged(title: string, count: number): string {
  const name = unbadged(title);
  if (count === 0) return name;
  return `(${count > MOST ? `${MOST}+` : count}) ${name}`;
}

export function unbadged(title: string): string {
  return title.replace(BADGE, "");
}
