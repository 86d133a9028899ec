import { expect, test } from "vitest";
import { readMail } from "../../../src/hooks/mail/read-mail.ts";
import latin from "../../fixtures/wild/mail-latin-without-charset.json" with { type: "json" };
import stub from "../../fixtures/wild/mail-stub-text.json" with { type: "json" };

const HEAD = "From: Ana <ana@a.example>\r\nTo: team@b.example\r\nSubject: Hi\r\nMessage-ID: <1@a>\r\n";

async function read(raw: string | Uint8Array): Promise<string> {
  const bytes = typeof raw === "string" ? new TextEncoder().encode(raw) : raw;
  const mail = await readMail(new Uint8Array(bytes).buffer);
  return "problem" in mail ? mail.problem : (mail.payload.mail ?? "");
}

function alternative(text: string, html: string): string {
  const part = (type: string, body: string) =>
    `--b\r\nContent-Type: ${type}; charset=utf-8\r\n\r\n${body}\r\n`;
  const parts = part("text/plain", text) + part("text/html", html);
  return `${HEAD}MIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary="b"\r\n\r\n${parts}--b--\r\n`;
}

const [text, html] = stub.mail.parts;

test.each([text?.text ?? "", "", "See https://a.example/view?in=browser"])(
  "the HTML beside %j is read",
  async (beside) => {
    const said = await read(alternative(beside, html?.html ?? ""));
    for (const words of stub.expect.model_is_given) expect(said).toContain(words);
  },
);

test("the text is read where it says what the HTML says", async () => {
  const said = await read(
    alternative(
      "Hello,\nthe pump in hall 3 stopped.",
      "<p>Hello,</p><p>the <b>pump</b> in hall 3 stopped.</p>",
    ),
  );
  expect(said).toContain("Hello,\nthe pump in hall 3 stopped.");
});

test("whoever else has it, and who is to be answered, are told", async () => {
  const said = await read(
    `${HEAD}Cc: Ben <ben@b.example>, c@b.example\r\nReply-To: help@a.example\r\n\r\nHello`,
  );
  expect(said).toContain("To: team@b.example\nCc: ben@b.example, c@b.example\nReply-To: help@a.example\n");
});

const latin1 = (mail: string) => Uint8Array.from(mail, (letter) => letter.charCodeAt(0));

test.each([
  ["", "no type"],
  ["Content-Type: text/plain\r\n", "a type without a character set"],
  ["Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n", "a wrong character set"],
  ["Content-Type: text/plain; charset=iso-8859-1\r\n", "the right one"],
])("letters of Western Europe are read: %s (%s)", async (type) => {
  const said = await read(latin1(`${HEAD}${type}\r\n${latin.mail.body_latin1}`));
  for (const words of latin.expect.model_is_given) expect(said).toContain(words);
});

test("letters of the world are read as before", async () => {
  expect(await read(`${HEAD}Content-Type: text/plain; charset=utf-8\r\n\r\nMüller 山`)).toContain(
    "Müller 山",
  );
});
