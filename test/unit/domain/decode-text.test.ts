/** Texts as programs save them, whatever the encoding. */
import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { decodeText } from "../../../src/domain/text/decode-text.ts";

const bytesOf = (base64: string) => new Uint8Array(Buffer.from(base64, "base64"));
const wild = async (name: string) =>
  decodeText(new Uint8Array(await readFile(new URL(`../../fixtures/wild/${name}`, import.meta.url))));

/** Encoding, text, and its bytes in base64. */
const SAVED = [
  [
    "iso-8859-2",
    "Rada zatwierdziła roczny budżet, źródło i łąka są wśród gór",
    "UmFkYSB6YXR3aWVyZHpps2Egcm9jem55IGJ1ZL9ldCwgvHLzZLNvIGkgs7FrYSBzsSB3tnLzZCBn83I=",
  ],
  [
    "iso-8859-2",
    "Příliš žluťoučký kůň úpěl ďábelské ódy o šišce",
    "UPjtbGm5IL5sdbtvdehr/SBr+fIg+nDsbCDv4WJlbHNr6SDzZHkgbyC5abljZQ==",
  ],
  [
    "windows-1250",
    "A bizottság hosszas vita után őszi költségvetést fogadott el",
    "QSBiaXpvdHRz4WcgaG9zc3phcyB2aXRhIHV04W4g9XN6aSBr9mx0c+lndmV06XN0IGZvZ2Fkb3R0IGVs",
  ],
  [
    "iso-8859-5",
    "Совет утвердил годовой бюджет после долгого обсуждения",
    "wd7S1eIg4+LS1eDU2Nsg097U3tLe2SDR7tTW1eIg397h29Ug1N7b097T3iDe0eHj1tTV3djv",
  ],
  [
    "koi8-u",
    "Рада затвердила річний бюджет після довгого обговорення, їжак",
    "8sHEwSDawdTXxdLEyczBINKm3s7JyiDCwMTWxdQg0KbTzNEgxM/Xx8/HzyDPwsfP18/Sxc7O0Swgp9bByw==",
  ],
  ["windows-874", "คณะกรรมการ อนุมัติ งบประมาณ ประจำปี", "pLPQocPDwaHSwyDNudjB0bXUIKe6u8PQwdKzILvD0KjTu9U="],
  [
    "utf-16le",
    "Совет утвердил годовой бюджет после долгого обсуждения",
    "IQQ+BDIENQRCBCAAQwRCBDIENQRABDQEOAQ7BCAAMwQ+BDQEPgQyBD4EOQQgADEETgQ0BDYENQRCBCAAPwQ+BEEEOwQ1BCAANAQ+BDsEMwQ+BDMEPgQgAD4EMQRBBEMENgQ0BDUEPQQ4BE8E",
  ],
  [
    "windows-1252",
    "Name;Ort;Betrag\r\nMüller;Köln;12,50 €\r\nGröße & Söhne;Zürich;3\r\n",
    "TmFtZTtPcnQ7QmV0cmFnDQpN/GxsZXI7S/ZsbjsxMiw1MCCADQpHcvbfZSAmIFP2aG5lO1r8cmljaDszDQo=",
  ],
  [
    "windows-1252",
    "Crème brûlée à l'œuf, « déjà vu » – 5 €",
    "Q3LobWUgYnL7bOllIOAgbCecdWYsIKsgZOlq4CB2dSC7IJYgNSCA",
  ],
  [
    "windows-1252",
    "El niño comió piñas en España. ¿Qué tal?",
    "RWwgbmnxbyBjb21p8yBwafFhcyBlbiBFc3Bh8WEuIL9RdekgdGFsPw==",
  ],
  ["windows-1250", "Zażółć gęślą jaźń, proszę", "WmG/87PmIGfqnGy5IGphn/EsIHByb3N66g=="],
  [
    "windows-1250",
    "Příliš žluťoučký kůň úpěl ďábelské ódy",
    "UPjtbGmaIJ5sdZ1vdehr/SBr+fIg+nDsbCDv4WJlbHNr6SDzZHk=",
  ],
  [
    "windows-1254",
    "İstanbul'da güneşli bir gün, ağaçlar yeşil",
    "3XN0YW5idWwnZGEgZ/xuZf5saSBiaXIgZ/xuLCBh8GHnbGFyIHll/mls",
  ],
  [
    "windows-1251",
    "Елена;София;77\r\nСъешь же ещё этих мягких французских булок, да выпей чаю",
    "xevl7eA70e706P87NzcNCtH65fj8IOblIOX5uCD98uj1IOz/4+ro9SD08ODt9vPn8ero9SDh8+vu6iwg5OAg4vvv5ekg9+D+",
  ],
  [
    "koi8-r",
    "Съешь же ещё этих мягких французских булок, да выпей чаю",
    "89/F29gg1sUgxd2jINzUycggzdHHy8nIIMbSwc7D1drTy8nIIMLVzM/LLCDEwSDX2dDFyiDewcA=",
  ],
  [
    "ibm866",
    "Съешь же ещё этих мягких французских булок, да выпей чаю",
    "keql6OwgpqUgpenxIO3iqOUgrO+jqqjlIOTgoK3m46fhqqjlIKHjq66qLCCkoCCi66+lqSDnoO4=",
  ],
  [
    "windows-1253",
    "Ο γρήγορος αλεπού πηδάει πάνω από το σκυλί, καλημέρα σας",
    "zyDj8d7j7/Hv8iDh6+Xw7/0g8Ofk3OXpIPDc7fkg4fD8IPTvIPPq9evfLCDq4evn7N3x4SDz4fI=",
  ],
  ["windows-1255", "שלום עולם, מה שלומך היום", "+ezl7SDy5eztLCDu5CD57OXu6iDk6eXt"],
  ["windows-1256", "مرحبا بالعالم كيف حالك اليوم", "49HNyMcgyMfh2sfh4yDf7d0gzcfh3yDH4e3m4w=="],
  [
    "shift_jis",
    "名前,住所\r\n田中さん,東京都\r\nテスト,データ",
    "lryRTyyPWo+KDQqTY5KGgrOC8SyTjIuek3MNCoNlg1iDZyyDZoFbg14=",
  ],
  ["shift_jis", "日本語の文章です。カタカナも。", "k/qWe4zqgsyVto/NgsWCt4FCg0qDXoNKg2mC4IFC"],
  ["euc-jp", "名前は田中です。東京に住んでいます。", "zL7BsKTPxcTD5qTHpLmho8Xstf6ky727pPOkx6SkpN6kuaGj"],
  ["iso-2022-jp", "名前は田中です。", "GyRCTD5BMCRPRURDZiRHJDkhIxsoQg=="],
  [
    "gb18030",
    "姓名,城市\r\n王小明,北京\r\n李华,上海。今天天气很好",
    "0NXD+yyzx8rQDQrN9dChw/cssbG+qQ0KwO67qizJz7qjoaO98czszOzG+LrcusM=",
  ],
  [
    "big5",
    "姓名,城市\r\n王小明,臺北\r\n今天天氣很好,我們去公園",
    "qW2mVyyrsKWrDQqk/aRwqfosu0+lXw0KpLWk0aTRrvCr3KZuLKfarcylaKS9tuk=",
  ],
  [
    "euc-kr",
    "이름,도시\r\n김철수,서울\r\n오늘은 날씨가 좋습니다",
    "wMy4pyy1tb3DDQqx6MO2vPYsvK2/7w0Kv8C0w8C6ILOvvr6woSDBwb3AtM+02Q==",
  ],
  [
    "macintosh",
    "Müller geht über die Straße, schön und größer",
    "TZ9sbGVyIGdlaHQgn2JlciBkaWUgU3RyYadlLCBzY2iabiB1bmQgZ3Kap2Vy",
  ],
  [
    "UTF-16LE without a mark",
    "Name\tOrt\r\nМüller\tKöln",
    "TgBhAG0AZQAJAE8AcgB0AA0ACgAcBPwAbABsAGUAcgAJAEsA9gBsAG4A",
  ],
  [
    "UTF-16BE without a mark",
    "Name\tOrt\r\nMüller\tKöln",
    "AE4AYQBtAGUACQBPAHIAdAANAAoATQD8AGwAbABlAHIACQBLAPYAbABu",
  ],
] as const;

describe("a text is read in the encoding that it was saved in", () => {
  test.each(SAVED)("%s", (_encoding, text, base64) => {
    expect(decodeText(bytesOf(base64))).toBe(text);
  });

  test("a table of Excel in Windows-1252 keeps its umlauts and its euro", async () => {
    const text = await wild("csv-windows-1252.csv");
    expect(text).toContain("Müller;Köln;12,50 €");
    expect(text).toContain("Größe & Söhne;Zürich");
  });

  test("a table of Excel in UTF-16 has its words and no mark", async () => {
    const text = await wild("csv-utf16le-bom.csv");
    expect(text).toContain("Müller\tKöln\t12");
    expect(text).toContain("Елена\tСофия\t77");
    expect(text?.startsWith("\ufeff")).toBe(false);
  });

  test("a page says itself what it is in", () => {
    const page = '<?xml version="1.0" encoding="ISO-8859-2"?><p>za\u017c</p>';
    const bytes = Uint8Array.from(page, (letter) => (letter === "\u017c" ? 0xbf : letter.charCodeAt(0)));
    expect(decodeText(bytes)).toBe(page);
  });
});

describe("what is no text", () => {
  test.each([
    ["zeros", Uint8Array.of(0, 1, 2)],
    ["packed data", Uint8Array.from({ length: 4_000 }, (_, at) => ((at * 7_919) % 255) + 1)],
    [
      "a picture's head",
      Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 1, 0]),
    ],
  ])("%s", (_what, bytes) => {
    expect(decodeText(bytes)).toBeUndefined();
  });
});
