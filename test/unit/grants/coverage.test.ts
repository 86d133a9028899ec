/** Coverage of standing permissions, and its limits. */
import { describe, expect, it } from "vitest";
import { covers, destinationsOf, isHeldBy } from "../../../src/domain/grants/coverage.ts";
import { trustId } from "../../../src/domain/ids.ts";
import { aCall, aGrant, aSink, PLACE } from "./support.ts";

const toAnn = aSink("destination", "Ann@Bank.example");
const toEve = aSink("destination", "eve@evil.example");
const ANN = ["ann@bank.example"];

describe("destinations", () => {
  it("are compared by their whole value: an address by its host, anything else without case", () => {
    const long = `${"x".repeat(300)}@evil.example`;
    const input = { to: [{ email: long }], note: "Pay at pay.example now" };
    const sinks = [
      aSink("address", "https://Tea.example:8443/a?b=c"),
      aSink("address", "tea.example/x"),
      aSink("destination", `${"x".repeat(300)}...`, { path: "to[0].email" }),
      aSink("address", "pay.example", { path: "note" }),
      aSink("plain", "Hello"),
    ];
    expect(destinationsOf({ sinks, input })).toEqual([
      "tea.example:8443",
      "tea.example",
      long,
      "pay.example",
    ]);
  });

  it("are those of the grant, every one of them", () => {
    const grant = aGrant({ to: ANN });
    expect(covers(grant, aCall({ sinks: [toAnn] }), 0)).toBe(true);
    expect(covers(grant, aCall({ sinks: [toEve] }), 0)).toBe(false);
    expect(covers(grant, aCall({ sinks: [toAnn, toEve] }), 0)).toBe(false);
    expect(covers(grant, aCall(), 0)).toBe(false);
  });

  it("are none where the grant was given for a call that named none", () => {
    expect(covers(aGrant({ to: [] }), aCall(), 0)).toBe(true);
    expect(covers(aGrant({ to: [] }), aCall({ sinks: [toAnn] }), 0)).toBe(false);
  });
});

describe("in a turn that has read outside content", () => {
  const tainted = (sinks = [toAnn]) => aCall({ tainted: true, sinks });

  it("a grant of before covers only what the person named", () => {
    const before = aGrant({ given: "before", to: null });
    expect(covers(before, aCall({ sinks: [toEve] }), 0)).toBe(true);
    expect(covers(before, tainted([toEve]), 0)).toBe(false);
    expect(covers(before, tainted([{ ...toEve, is_clean: true }]), 0)).toBe(true);
    expect(covers(before, tainted([]), 0)).toBe(false);
  });

  it("a grant holds for the destinations that it names", () => {
    expect(covers(aGrant({ to: ANN }), tainted(), 0)).toBe(true);
    expect(covers(aGrant({ to: ANN }), tainted([toAnn, aSink("selector", "invoice 7")]), 0)).toBe(false);
  });

  it("a thing that it works on is named, or the person's own word, besides the recipient", () => {
    const grant = aGrant({ to: ANN, after_reading: true });
    const file = aSink("selector", "payroll.pdf");
    expect(covers(grant, tainted([toAnn, file]), 0)).toBe(false);
    expect(covers(grant, tainted([toAnn, { ...file, is_clean: true }]), 0)).toBe(true);
    expect(covers(grant, aCall({ sinks: [toAnn, file] }), 0)).toBe(true);
  });

  it("a call that a line of outside text dictates is asked for, though its recipient is named", () => {
    const grant = aGrant({ to: ANN, after_reading: true });
    const dictated = aCall({ sinks: [toAnn], is_dictated: true });
    expect(covers(grant, { ...dictated, tainted: true }, 0)).toBe(false);
  });

  it("a call that names none is covered only by a grant that was given after reading", () => {
    expect(covers(aGrant({ to: [] }), tainted([]), 0)).toBe(false);
    expect(covers(aGrant({ to: [], after_reading: true }), tainted([]), 0)).toBe(true);
  });
});

describe("what destroys, pays or changes a secret", () => {
  const grave = [
    aCall({ is_grave: true }),
    aCall({ sinks: [aSink("act", "delete")] }),
    aCall({ tool: "add_user_to_channel" }),
    aCall({ sinks: [aSink("amount", "5")] }),
    aCall({ sinks: [aSink("secret", "hunter2")] }),
  ];

  it("is covered by no grant of a card, and by none of before", () => {
    for (const call of grave)
      for (const given of ["card", "before"] as const)
        expect(covers(aGrant({ given, tool: call.tool }), call, 0)).toBe(false);
    expect(covers(aGrant(), aCall({ sinks: [aSink("act", "send")] }), 0)).toBe(true);
  });

  it("is covered from the page, money up to an amount, a secret never", () => {
    const page = aGrant({ given: "page" });
    const covered = grave.map((call) => covers({ ...page, tool: call.tool }, call, 0));
    expect(covered).toEqual([true, true, true, false, false]);
    const upTo5 = { ...page, max_amount: 5 };
    const pay = (amount: unknown) =>
      aCall({ input: { amount }, sinks: [aSink("amount", "?", { path: "amount" })] });
    expect([5, 6, -6, "much"].map((amount) => covers(upTo5, pay(amount), 0))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

it("a grant up to an amount covers no call that names a currency", () => {
  const page = aGrant({ given: "page", max_amount: 5 });
  const pay = (input: object) => aCall({ input, sinks: [aSink("amount", "5", { path: "amount" })] });
  expect(covers(page, pay({ amount: 5 }), 0)).toBe(true);
  expect(covers(page, pay({ amount: 5, currency: "BTC" }), 0)).toBe(false);
});

it("German and French deeds are as grave as English ones", () => {
  for (const act of ["loeschen", "bezahlen", "supprimer", "virement"])
    expect(covers(aGrant(), aCall({ sinks: [aSink("act", act)] }), 0)).toBe(false);
});

describe("a grant ends", () => {
  it("at its time, and is of one tool", () => {
    const grant = aGrant({ ends_at: 100 });
    expect([99, 100].map((now) => covers(grant, aCall(), now))).toEqual([true, false]);
    expect(covers(grant, aCall({ tool: "other" }), 0)).toBe(false);
  });
});

describe("a grant is held", () => {
  const holder = { owner: "ann", agent: "nightjar", place: PLACE, has: () => true };
  const elsewhere = { ...PLACE, conversation_id: trustId<"cnv">("cnv_other00000") };
  const nextTurn = { ...PLACE, turn_id: trustId<"trn">("trn_next000000") };

  it("for a task by every agent in it, and by none in the next turn", () => {
    const task = aGrant(PLACE);
    expect(isHeldBy(task, { ...holder, agent: "helper", has: () => false })).toBe(true);
    expect(isHeldBy(task, { ...holder, place: nextTurn })).toBe(false);
    expect(isHeldBy(task, { ...holder, place: elsewhere })).toBe(false);
  });

  it("for a conversation by its agent, in that conversation", () => {
    const here = aGrant({ conversation_id: PLACE.conversation_id });
    expect(isHeldBy(here, { ...holder, place: nextTurn })).toBe(true);
    expect(isHeldBy(here, { ...holder, place: elsewhere })).toBe(false);
    expect(isHeldBy(here, { ...holder, agent: "helper" })).toBe(false);
  });

  it("everywhere, where the agent's own grants count", () => {
    expect(isHeldBy(aGrant(), { ...holder, place: elsewhere })).toBe(true);
    expect(isHeldBy(aGrant(), { ...holder, has: () => false })).toBe(false);
  });
});
