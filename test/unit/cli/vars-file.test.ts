import { describe, expect, it } from "vitest";
import { completeVars, parseVars, strayLines } from "../../../src/cli/connection/vars-file.mjs";

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

  it("takes a colon for an equals sign, and a value in quotes over several lines", () => {
    expect(parseVars('A: one\nKEY="first\nB=second"\nC=3')).toEqual({
      A: "one",
      KEY: "first\nB=second",
      C: "3",
    });
  });

  it("tells the lines that say nothing, and the quotes that are not closed", () => {
    expect(strayLines('# fine\n\nA=1 # fine\nB: 2\nK="x\ny" # fine\nwords\nD="open\n')).toEqual([7, 8]);
    expect(strayLines("")).toEqual([]);
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
