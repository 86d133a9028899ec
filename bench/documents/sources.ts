/** Documents with known words, from which the bench has other programs make files. */

/** Words by language. Those of `HELD_OUT` were never looked at while the readers were written. */
const LANGUAGES: Readonly<Record<string, string>> = {
  en: "The committee approved the annual budget after a long discussion about office furniture and efficient offline workflows",
  de: "Der Reiher steht seit dem Morgen am Weiher während die Behörde Größe und Straße prüft",
  fr: "Après l’été dernier les élèves ont visité le château où naquit la reine",
  pl: "Rada zatwierdziła roczny budżet po długiej dyskusji o meblach źródło łąka",
  ru: "Совет утвердил годовой бюджет после долгого обсуждения новых правил",
  el: "Το συμβούλιο ενέκρινε τον ετήσιο προϋπολογισμό μετά από μακρά συζήτηση",
  he: "הוועדה אישרה את התקציב השנתי לאחר דיון ארוך על ריהוט",
  ar: "وافقت اللجنة على الميزانية السنوية بعد مناقشة طويلة حول الأثاث المكتبي",
  zh: "委员会 经过 长时间 讨论 批准 了 年度 预算",
  ko: "위원회는 긴 논의 끝에 연간 예산을 승인했습니다",
};
const HELD_OUT: Readonly<Record<string, string>> = {
  es: "El comité aprobó el presupuesto anual después de una larga discusión según los señores",
  cs: "Rada schválila roční rozpočet po dlouhé diskusi příliš žluťoučký kůň",
  uk: "Рада затвердила річний бюджет після тривалого обговорення їжак",
  fa: "کمیته بودجه سالانه را پس از بحث طولانی درباره مبلمان تصویب کرد",
  ja: "委員会 は 長い 議論 の 末 に 年間 予算 を 承認 しました",
  vi: "Ủy ban đã phê duyệt ngân sách hàng năm sau một cuộc thảo luận dài",
};

export interface DocumentSource {
  language: string;
  html: string;
  /** Words of the page in order. */
  pageWords: string;
  csv: string;
  tableWords: string;
}

export function documentSources(isHeldOut: boolean): DocumentSource[] {
  return Object.entries(isHeldOut ? HELD_OUT : LANGUAGES).map(([language, words]) => {
    const take = drawer(words.split(" "));
    return { language, ...pageOf(language, take), ...tableOf(take) };
  });
}

type Take = (count: number) => string;

/** Draws the same words each time. */
function drawer(words: readonly string[]): Take {
  let seed = 7;
  return (count) =>
    Array.from({ length: count }, () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return words[Math.floor(seed / 65_536) % words.length];
    }).join(" ");
}

function pageOf(language: string, take: Take): Pick<DocumentSource, "html" | "pageWords"> {
  const said: string[] = [];
  const element = (name: string, count: number, before = "") => {
    const text = take(count);
    said.push(before, text);
    return `<${name}>${text}</${name}>`;
  };
  const list = (name: string, number: (at: number) => string) =>
    `<${name}>${[1, 2, 3].map((at) => element("li", 6, number(at))).join("")}</${name}>`;
  const row = () => `<tr>${[1, 2, 3].map(() => element("td", 2)).join("")}</tr>`;
  const section = () =>
    [
      element("h2", 3),
      element("p", 60),
      list("ul", () => ""),
      list("ol", String),
      `<table border="1">${[1, 2, 3, 4].map(row).join("")}</table>`,
    ].join("");
  const body = element("h1", 4) + [1, 2, 3, 4].map(section).join("");
  const direction = /^(?:ar|he|fa)$/.test(language) ? ' dir="rtl"' : "";
  const html = `<!doctype html><html lang="${language}"${direction}><meta charset="utf-8"><body style="text-align:justify">${body}</body></html>`;
  return { html, pageWords: said.join(" ") };
}

function tableOf(take: Take): Pick<DocumentSource, "csv" | "tableWords"> {
  const rows = Array.from({ length: 40 }, (_, at) => [take(2), take(2), take(1), String(at * 37)]);
  return {
    csv: rows.map((cells) => cells.join(",")).join("\n"),
    tableWords: rows.flat().join(" "),
  };
}
