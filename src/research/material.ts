/** Untrusted words in a request, marked. */

/** The text in marks that it can't close itself. */
export function asMaterial(text: string, attributes: Readonly<Record<string, string>> = {}): string {
  const named = Object.entries(attributes).map(([name, value]) => ` ${name}="${oneLine(value)}"`);
  return `<source${named.join("")}>\n${text.replace(/<(\/?)source/gi, "‹$1source")}\n</source>`;
}

function oneLine(value: string): string {
  return value.replace(/[\s"<>]+/g, " ").trim();
}
