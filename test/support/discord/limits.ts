/** Discord's checks of a message, as its server makes them. Undefined: Discord accepts it. */
export function problemOfMessage(body: Record<string, unknown>, hasFile: boolean): string | undefined {
  const { content = "", components = [], allowed_mentions, nonce, flags } = body;
  if (typeof content !== "string") return "content is no text";
  if (content.length > 2_000) return `content has ${content.length} characters`;
  if (content.trim() === "" && !hasFile) return "Cannot send an empty message";
  if (/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(content))
    return "content has half a character";
  if (JSON.stringify(allowed_mentions) !== '{"parse":[]}') return "it may call people";
  if (typeof flags !== "number" || (flags & 4) === 0) return "its links would be fetched";
  if (nonce !== undefined && String(nonce).length > 25) return "nonce is too long";
  return problemOfRows(components as Row[]);
}

interface Row {
  components: { custom_id: string; label: string }[];
}

function problemOfRows(rows: readonly Row[]): string | undefined {
  if (rows.length > 5) return "more than five rows";
  const buttons = rows.flatMap((row) => row.components);
  if (rows.some((row) => row.components.length === 0 || row.components.length > 5)) return "a row of 1 to 5";
  if (buttons.some(({ custom_id }) => custom_id.length > 100)) return "custom_id is too long";
  if (buttons.some(({ label }) => label.length === 0 || label.length > 80)) return "label of 1 to 80";
  return new Set(buttons.map((button) => button.custom_id)).size < buttons.length
    ? "custom_id twice"
    : undefined;
}
