/** Raw HTML in a message: a few plain tags mean what they say, everything else is shown as the text it is. */

const PLAIN =
  /^<\/?(?:b|i|u|s|em|strong|del|ins|mark|small|sub|sup|kbd|samp|code|q|cite|abbr|br|hr|p|ul|ol|li|dl|dt|dd|blockquote|details|summary)\s*\/?>$/i;

/** Attributes are not plain: a tag that has any is text. Comments are dropped. */
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
