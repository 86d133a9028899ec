/** Saves a Markdown text as a file of the browser's downloads. */
export function saveText(name: string, text: string): void {
  const href = URL.createObjectURL(new Blob([text], { type: "text/markdown" }));
  Object.assign(document.createElement("a"), { href, download: name }).click();
  URL.revokeObjectURL(href);
}
