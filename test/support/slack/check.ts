/** Slack's checks of a message: an error in Slack's words, or undefined. */

interface Block {
  type: string;
  text?: { type: string; text: string };
  elements?: { type: string; action_id: string; value: string; text: { text: string } }[];
}

export function problemOf(fields: URLSearchParams): string | undefined {
  const text = fields.get("text") ?? "";
  const blocks = JSON.parse(fields.get("blocks") ?? "[]") as Block[];
  if (text === "" && blocks.length === 0) return "no_text";
  if (text.length > 40_000) return "msg_too_long";
  if (blocks.length > 50 || blocks.some(isWrong)) return "invalid_blocks";
  return isMrkdwn(text) ? undefined : "invalid_mrkdwn";
}

function isWrong({ type, text, elements = [] }: Block): boolean {
  if (type === "section")
    return !text || text.text === "" || text.text.length > 3_000 || !isMrkdwn(text.text);
  if (type !== "actions" || elements.length === 0 || elements.length > 25) return true;
  const ids = new Set(elements.map(({ action_id }) => action_id));
  return (
    ids.size < elements.length ||
    elements.some(({ value, text: label }) => {
      return value.length > 2_000 || label.text === "" || label.text.length > 75;
    })
  );
}

/** Stricter than Slack, which shows what it cannot read: each angle bracket is a link, each ampersand an entity. */
export function isMrkdwn(text: string): boolean {
  const left = text
    .replaceAll(/<(?:https?:\/\/|mailto:)[^<>|\s]+(?:\|[^<>|\n]+)?>/gi, "")
    .replaceAll(/&(?:amp|lt|gt);/g, "");
  const isWhole = text.isWellFormed() && (text.match(/```/g)?.length ?? 0) % 2 === 0;
  return (
    isWhole && !/[<>&]/.test(left.replaceAll(/^(?: {4})*(?:> ?)+/gm, "").replaceAll(/^.*• (?:> ?)+/gm, ""))
  );
}
