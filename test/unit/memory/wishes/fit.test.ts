import { describe, expect, it } from "vitest";
import { isContrary, isLifted } from "../../../../src/memory/wishes/contrary.ts";
import { fittingWishes, type StandingWish } from "../../../../src/memory/wishes/fit.ts";

let count = 0;
const wish = (content: string, more: Partial<StandingWish> = {}): StandingWish => ({
  id: `wsh_${++count}`,
  kind: "wish",
  content,
  condition: "",
  said_at: count,
  ...more,
});
const shown = (wishes: StandingWish[], message: string) =>
  fittingWishes(wishes, message).map(({ content }) => content);

describe("wishes put before an agent", () => {
  it("are those without a condition, the newest first, and the others where the message fits", () => {
    const wishes = [
      wish("Never use emojis."),
      wish("Always give prices first when I ask about materials.", {
        condition: "when i ask about materials",
      }),
      wish("Short answers, please."),
    ];
    expect(shown(wishes, "Good morning!")).toEqual(["Short answers, please.", "Never use emojis."]);
    expect(shown(wishes, "Which material lasts longest?")).toEqual([
      "Short answers, please.",
      "Never use emojis.",
      "Always give prices first when I ask about materials.",
    ]);
  });

  it("are five at most, of which two are left to those that fit", () => {
    const always = Array.from({ length: 8 }, (_, at) => wish(`Always do thing ${at}.`));
    const recipe = { condition: "when i ask for a recipe" };
    const fitting = [wish("Grams.", recipe), wish("Celsius.", recipe), wish("Vegan.", recipe)];
    expect(shown([...fitting, ...always], "hello")).toHaveLength(5);
    expect(shown([...always, ...fitting], "a recipe for soup")).toEqual([
      "Always do thing 7.",
      "Always do thing 6.",
      "Always do thing 5.",
      "Vegan.",
      "Celsius.",
    ]);
  });

  it("are preferences about answers always, and others where they come up", () => {
    const answers = wish("I prefer answers as a list.", { kind: "preference" });
    const trains = wish("Ich fahre lieber mit dem Zug.", { kind: "preference" });
    expect(shown([answers, trains], "Was koche ich?")).toEqual(["I prefer answers as a list."]);
    expect(shown([trains], "Wie komme ich mit den Zügen nach Lyon?")).toHaveLength(1);
  });
});

describe("a later wish", () => {
  const contrary = (later: string, earlier: string, condition = "") =>
    isContrary({ content: later, condition }, { content: earlier, condition: "" });

  it.each([
    ["From now on short answers, please.", "Always answer at length."],
    ["Ab jetzt bitte ausführlich antworten.", "Halte deine Antworten kurz."],
    ["Réponds toujours en anglais.", "Réponds toujours en français."],
    ["Call me Jo.", "Call me Max."],
    ["Duz mich bitte.", "Bitte sieze mich."],
    ["Always use emojis.", "Never use emojis when you write to me."],
    ["Please use miles from now on.", "Always use kilometres."],
    ["N'utilise plus de tableaux.", "Utilise toujours des tableaux."],
  ])("%s ends %s", (later, earlier) => {
    expect(contrary(later, earlier)).toBe(true);
  });

  it.each([
    ["Never use emojis.", "Always answer at length."],
    ["Always use kilometres.", "Never use miles."],
    ["Never mention my brother.", "Never mention my sister."],
    ["Call me Jo.", "Always answer in German."],
  ])("%s leaves %s", (later, earlier) => {
    expect(contrary(later, earlier)).toBe(false);
  });

  it("that holds under a condition leaves one that holds always", () => {
    expect(
      contrary("Short answers when I ask for code.", "Always answer at length.", "when i ask for code"),
    ).toBe(false);
  });

  it("is no longer needed where a lift names most of it", () => {
    expect(
      isLifted("You no longer have to use metric units.", {
        content: "Always use metric units.",
        condition: "",
      }),
    ).toBe(true);
    expect(
      isLifted("You no longer have to use metric units.", { content: "Never use emojis.", condition: "" }),
    ).toBe(false);
  });
});
