import { expect, it } from "vitest";
import { readArguments } from "../../../src/cli/terminal/arguments.mjs";

it("takes the command, its words and its options in any order", () => {
  expect(readArguments(["--agent", "sage", "send", "-c", "cnv_1", "hello", "there", "--json"])).toMatchObject(
    {
      command: "send",
      words: ["hello", "there"],
      conversation: "cnv_1",
      agent: "sage",
      model: undefined,
      json: true,
      full: false,
    },
  );
});

it("takes a whole number from 1 as what stays of the backups", () => {
  expect(readArguments(["backup", "folder", "--keep", "7"])).toMatchObject({ words: ["folder"], keep: 7 });
  for (const wrong of ["0", "1.5", "all"])
    expect(() => readArguments(["backup", "folder", "--keep", wrong])).toThrow("from 1");
});

it.each([[[]], [["help"]], [["--help"]], [["-h"]]])("shows the overview for %j", (args) => {
  expect(readArguments(args)).toEqual({ command: "help", about: undefined });
});

it.each([[["help", "send"]], [["send", "--help"]]])("shows the help of a command for %j", (args) => {
  expect(readArguments(args)).toEqual({ command: "help", about: "send" });
});

it("names the commands there are when it does not know one", () => {
  expect(() => readArguments(["sing"])).toThrow(
    `"sing" isn't a command. Commands: chat, send, status, history`,
  );
});

it("says which option it does not know", () => {
  expect(() => readArguments(["send", "--loud"])).toThrow(/Unknown option '--loud'.*nightjar help/);
});
