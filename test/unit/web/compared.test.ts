import { expect, it } from "vitest";
import { answersTo, missingAnswers } from "../../../web/thread/compared.ts";
import { applyAll, message, numbered, turnStart } from "./builders.ts";

it("answers to one message stand in their order, stored or live, of whatever branch", () => {
  const said = message("msg_1", "user", "Hello");
  const first = message("msg_2", "assistant", "One", { parent_id: "msg_1", model: "a/one" });
  const stored = applyAll(
    numbered([
      { type: "message", message: said },
      { type: "message", message: first },
    ]),
  );
  const thread = applyAll(numbered([turnStart("msg_1", { model: "b/two" })], "trn_2", 3), stored);
  expect(answersTo(thread, "msg_1").map(({ entry, live }) => entry?.message.model ?? live?.model)).toEqual([
    "a/one",
    "b/two",
  ]);
  const second = message("msg_3", "assistant", "Two", { parent_id: "msg_1", model: "b/two" });
  expect(answersTo(stored, "msg_1", [second]).map(({ key }) => key)).toEqual(["msg_2", "msg_3"]);
  expect(missingAnswers(stored, "msg_1")).toEqual([]);
  const [entry] = [...stored.entries.values()].slice(-1);
  if (!entry) throw new Error("no answer");
  const entries = new Map(stored.entries).set("msg_2", { ...entry, siblings: ["msg_2", "msg_3"] });
  expect(missingAnswers({ ...stored, entries }, "msg_1")).toEqual(["msg_3"]);
});
