import { expect, test } from "vitest";
import { nodeD1 } from "../../support/node-d1.ts";
import { wildCases } from "../../support/wild.ts";
import { memoryIn, NOW, OWNER } from "./home.ts";

interface Inflected {
  language: string;
  said: string;
  asked_in_a_new_conversation: string;
  request_contains: string;
}

const BETWEEN = [
  "Thanks for the help with the report.",
  "The weather was lovely in May.",
  "Ich mag Kaffee am Morgen.",
  "Сегодня я купил новый телефон.",
  "Kup mleko i chleb.",
  "The team meets on Tuesdays.",
];

function begin(said: string) {
  const memory = memoryIn(nodeD1());
  const turns = [said, ...BETWEEN].map((text, number) => ({
    id: `msg_${number}`,
    conversation_id: `cnv_${number}`,
    owner: OWNER,
    role: "user" as const,
    speaker: "Ann",
    at: NOW - 86_400_000,
    text,
    trust: "trusted" as const,
  }));
  return { memory, ready: memory.indexTurns(turns) };
}

const CASES = [
  ...wildCases<Inflected>("recall-of-inflected-words").map(
    ({ language, said, asked_in_a_new_conversation: asked, request_contains: wanted }) =>
      [language, said, asked, wanted] as const,
  ),
  ["Turkish", "Kedim Pamuk her sabah balık yer.", "Kedimin adı ne?", "Pamuk"],
  ["Finnish", "Helsingissä asuu siskoni Aino.", "Kuka asuu Helsinki kaupungissa?", "Aino"],
  ["Hungarian", "A kutyámat Bodrinak hívják.", "Hogy hívják a kutyát?", "Bodri"],
  ["Arabic", "قطتي اسمها لولو وتحب السمك", "ما اسم القطة؟", "لولو"],
  ["Hebrew", "הכלב שלי נקרא רקסי", "איך קוראים לכלב שלי?", "רקסי"],
  ["Greek", "Οι γάτες μου τρώνε ψάρι από τη Χίο.", "Τι τρώει η γάτα μου;", "Χίο"],
  ["Swedish", "Min hund heter Fido och gillar bollar.", "Vad gillar hunden?", "Fido"],
  ["Hindi", "मेरी बिल्ली का नाम मोती है", "मेरी बिल्लियों को क्या कहते हैं?", "मोती"],
  ["German", "Der Termin beim Steuerberater ist am 4. Mai.", "Wann ist der Steuerberatertermin?", "4. Mai"],
] as const;

test.each(CASES)("%s: %s | %s", async (_language, said, asked, wanted) => {
  const { memory, ready } = begin(said);
  await ready;
  const scope = { owner: OWNER, agent: "nightjar" };
  const found = await memory.recall.recall(scope, { query: asked, limit: 5 }, new AbortController().signal);
  expect(found.map(({ text }) => text).join()).toContain(wanted);
});

test("a search of conversations finds another form of each word, and marks it", async () => {
  const { memory, ready } = begin("Моя кошка зовётся Мурка и любит рыбу.");
  await ready;
  expect(await memory.conversationsSaying(OWNER, "кошку рыба")).toEqual(["cnv_0"]);
  expect(await memory.conversationsSaying(OWNER, "собаку рыба")).toEqual([]);
});
