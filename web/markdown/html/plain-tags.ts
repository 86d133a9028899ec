/** Raw HTML in a message: a few plain tags are kept, everything else is shown as text. */

const PLAIN =
  /^<\/?(?:b|i|u|s|em|strong|del|ins|mark|small|sub|sup|kbd|samp|code|q|cite|abbr|br|hr|p|ul|ol|li|dl|dt|dd|blockquote|details|summary)\s*\/?>$/i;

/** A tag with attributes is not plain, so it is text. Comments are dropped. */
export function plainTags(html: string): string {
  return html
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<\/?[a-z][^<>]*>|[<>"']|&(?!#?\w+;)/gi, (match) =>
      PLAIN.test(match) ? match : escapeHtml(match),
    );
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
