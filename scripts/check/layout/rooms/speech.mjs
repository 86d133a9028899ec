/** Speech over HTTP. @type {import("../judge.mjs").Rooms} */
export const SPEECH = {
  "src/speech": {
    sentence: "Speech over HTTP: dictation is written down, answers are read aloud.",
    may: ["src/domain", "src/http", "src/part.ts"],
    packages: ["zod"],
  },
};
