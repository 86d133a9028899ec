import { describe, expect, it } from "vitest";
import { completeVars, parseVars } from "../../../src/cli/vars-file.mjs";

describe("reading .dev.vars", () => {
  it("takes plain, quoted, exported and empty values, and leaves comments out", () => {
    const text = [
      "# a comment",
      "PLAIN=one two # said why",
      'QUOTED="a # b\\nc"',
      "SINGLE='$HOME #x'",
      "  export SPACED =  yes ",
      "EMPTY=",
      "PLAIN_URL=http://127.0.0.1:9000/v1",
      "not a line",
    ].join("\r\n");
    expect(parseVars(text)).toEqual({
      PLAIN: "one two",
      QUOTED: "a # b\nc",
      SINGLE: "$HOME #x",
      SPACED: "yes",
      EMPTY: "",
      PLAIN_URL: "http://127.0.0.1:9000/v1",
    });
  });

  it("lets a later line win", () => {
    expect(parseVars("A=1\nA=2\n")).toEqual({ A: "2" });
  });
});

describe("completing .dev.vars", () => {
  const wanted = { ADMIN_TOKEN: () => "made", SESSION_SECRET: () => "secret" };

  it("appends what is missing and keeps every byte that was there", () => {
    const before = "# mine\nADMIN_TOKEN = keep\nOPENAI_API_KEY=k";
    expect(completeVars(before, wanted)).toEqual({ text: `${before}\nSESSION_SECRET=secret\n`, added: 1 });
  });

  it("changes nothing when all is there, even an empty line", () => {
    const before = "ADMIN_TOKEN=\nSESSION_SECRET=x";
    expect(completeVars(before, wanted)).toEqual({ text: before, added: 0 });
  });

  it("starts from nothing", () => {
    expect(completeVars("", wanted).text).toBe("ADMIN_TOKEN=made\nSESSION_SECRET=secret\n");
  });
});
