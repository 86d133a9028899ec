/** Numbers and times for people. */

/** US dollars; small sums keep two figures that mean something. */
export function money(dollars: number): string {
  if (dollars === 0) return "$0";
  if (dollars < 0.0001) return "< $0.0001";
  if (dollars < 1) return `$${trimZeros(dollars.toFixed(dollars < 0.01 ? 4 : 3))}`;
  return `$${dollars.toFixed(2)}`;
}

export function tokens(count: number): string {
  if (count < 1000) return String(count);
  if (count < 999_950) return `${trimZeros((count / 1000).toFixed(count < 9950 ? 1 : 0))}k`;
  return `${trimZeros((count / 1_000_000).toFixed(1))}M`;
}

export function duration(ms: number): string {
  if (ms < 950) return `${Math.max(0, Math.round(ms / 10) * 10)} ms`;
  const seconds = ms / 1000;
  if (seconds < 59.5) return `${seconds < 9.95 ? trimZeros(seconds.toFixed(1)) : Math.round(seconds)} s`;
  const minutes = Math.floor(Math.round(seconds) / 60);
  if (minutes < 60) return `${minutes} min ${Math.round(seconds) % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** How long ago, in few words. Both in ms since the epoch. */
export function ago(then: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - then) / 1000));
  if (seconds < 45) return "just now";
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.round(minutes / 60);
  if (hours < 24) return `${hours} h ago`;
  const days = Math.round(hours / 24);
  return days < 7
    ? `${days} d ago`
    : new Date(then).toLocaleDateString(undefined, { day: "numeric", month: "short", year: "numeric" });
}

export function bytes(size: number): string {
  if (size < 1000) return `${size} B`;
  if (size < 1_000_000) return `${trimZeros((size / 1000).toFixed(1))} kB`;
  return `${trimZeros((size / 1_000_000).toFixed(1))} MB`;
}

/** `provider/model` as people say it. */
export function modelName(id: string): string {
  return id.slice(id.indexOf("/") + 1);
}

/** A tool's name as words. */
export function toolName(name: string): string {
  const words = name
    .replace(/^(cap|mcp)_/, "")
    .replaceAll(/[_-]+/g, " ")
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function trimZeros(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** Dollars that were typed; undefined: none was. NaN: it is none. */
export function dollarsIn(text: string): number | undefined {
  const typed = text.trim().replace(",", ".").replace(/^\$/, "");
  return typed === "" ? undefined : Number(typed);
}
