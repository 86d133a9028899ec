/** Chinese words that a font has under the sign of a radical, which looks the same: browsers print many so. */

const RADICALS =
  "⺜日⺝月⺟母⺠民⺧牛⺩王⺮竹⺶羊⺼肉⺽臼⻁虎⻄西⻅见⻆角⻉贝⻊足⻋车⻑長⻓长⻔门⻗雨⻘青⻙韦⻚页⻛风⻜飞⻝食⻢马⻣骨⻤鬼⻥鱼⻦鸟⻧卤⻨麦⻩黄⻫斉⻬齐⻭歯⻮齿⻯竜⻰龙⻲亀⻳龟";
const WORDS = new Map(
  Array.from({ length: RADICALS.length / 2 }, (_, at) => [RADICALS[at * 2], RADICALS[at * 2 + 1]]),
);

/** `⻓` (U+2ED3) becomes `长`. */
export function withoutRadicals(text: string): string {
  return text.replace(/[\u2e80-\u2fd5]/g, (sign) => WORDS.get(sign) ?? sign.normalize("NFKC"));
}
