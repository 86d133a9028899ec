/** Documents of old programs and Outlook messages, made by LibreOffice and a library, and some that are damaged. */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { documentText } from "../../../../src/tools/documents/document-text.ts";
import { compoundFile } from "../../../support/compound.ts";

const bytesOf = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../../fixtures/documents/${name}`, import.meta.url)));
const TABLE = "| Bird | Pairs |\n| --- | --- |\n| Heron | 12 |\n| Egret \\| little | 3 |";

describe("an old document", () => {
  test("of Word has its paragraphs, tables and notes", async () => {
    const text = await documentText(bytesOf("minutes.doc"));
    expect(text).toContain("Attendance\n\nAnn, Bob and Çelik were there; see the table.");
    expect(text).toContain(`Counted\n\n${TABLE}`);
    expect(text).toMatch(/Grüße, 鳥 and “quotes”\.\s+## Footnotes\s+Bob came late\.$/);
  });

  test("of Excel has its sheets, with dates as dates", async () => {
    expect(await documentText(bytesOf("counts.xls"))).toBe(
      "## Sheet Counts\n\n| Bird | Pairs | Seen | Share |\n| --- | --- | --- | --- |\n| Heron | 12 | 2026-05-03 | 0.3 |\n| Egret \\| little | 3 | 2026-05-04 17:30 |  |\n| TRUE | 15 |  |  |\n\n## Sheet Empty\n\n(empty)",
    );
  });

  test("of PowerPoint goes slide by slide", async () => {
    const text = await documentText(new Uint8Array(gunzipSync(bytesOf("minutes.ppt.gz"))));
    expect(text).toContain("## Slide 2 of 4\n\n- Attendance\n- Ann, Bob and Çelik were there");
    expect(text).toContain("## Slide 3 of 4\n\n- Grüße, 鳥 and “quotes”.");
  });

  test("of Outlook says who wrote it to whom, with its words and its attachments' names", async () => {
    expect(await documentText(bytesOf("mail.msg"))).toBe(
      "From: Ida Berg <ida@example.org>\nTo: Bob <bob@example.org>\nCc: Cleo\nSubject: Raum geändert\nDate: 2023-11-14T22:13:20.000Z\nAttachments: birds.csv\n\nDie Sitzung ist in Raum 417.\r\nGrüße",
    );
  });

  test("of Outlook has the texts of what is attached to it, for a reader of files", async () => {
    const text = await documentText(
      bytesOf("mail.msg"),
      async ({ name, bytes }) => `${name}: ${new TextDecoder().decode(bytes)}`,
    );
    expect(text).toContain("# Attachment birds.csv\n\nbirds.csv: bird;pairs\nHeron;12");
  });

  test("of Outlook whose words are rich text alone has them", async () => {
    const rtf = "{\\rtf1\\ansi Hello heron\\par}";
    const packed = Buffer.alloc(16);
    packed.write("MELA", 8, "latin1");
    const text = await documentText(
      compoundFile({ "__substg1.0_10090102": new Uint8Array(Buffer.concat([packed, Buffer.from(rtf)])) }),
    );
    expect(text).toBe("Hello heron");
  });
});

describe("what is not read says why", () => {
  test.each([
    ["EncryptedPackage", "password-protected"],
    ["VisioDocument", "Visio"],
    ["WordDocument", "damaged"],
    ["Workbook", "damaged"],
  ])("%s", async (stream, reason) => {
    await expect(documentText(compoundFile({ [stream]: new Uint8Array(8) }))).rejects.toThrow(reason);
  });

  test("a compound file of another program is no document", async () => {
    expect(await documentText(compoundFile({ Contents: new Uint8Array(8) }))).toBeUndefined();
  });
});

describe("what is made to harm ends", () => {
  test("chains of sectors and trees of entries that lead back into themselves", async () => {
    const file = bytesOf("minutes.doc");
    const table = (file[76] ?? 0) * 512 + 512;
    const circular = Uint8Array.from(file);
    for (let at = table; at < table + 512; at += 4) circular.set([0, 0, 0, 0], at);
    expect(await documentText(circular).catch(() => undefined)).toBeUndefined();
    const looped = compoundFile({ One: new Uint8Array(8), Two: new Uint8Array(8) });
    const directory = 1_024;
    for (const at of [1, 2]) looped.set([1, 0, 0, 0], directory + 128 * at + 72);
    expect(await documentText(looped)).toBeUndefined();
  });

  test.each(["minutes.doc", "counts.xls", "mail.msg"])("%s with any of its bytes broken", async (name) => {
    const file = bytesOf(name);
    let seed = 7;
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed;
    };
    for (let time = 0; time < 60; time++) {
      const broken = Uint8Array.from(file).subarray(
        0,
        time % 4 === 0 ? 512 + (random() % file.length) : undefined,
      );
      for (let count = 0; count < 40; count++) broken[random() % broken.length] = random() % 256;
      broken.set(file.subarray(0, 8));
      const read = await documentText(broken).catch((problem: unknown) => problem);
      if (typeof read !== "string" && read !== undefined) expect(read).toBeInstanceOf(Error);
    }
  });
});
