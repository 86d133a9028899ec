/** Signing in at a provider. @type {import("../judge.mjs").Rooms} */
export const SIGN_ON = {
  "src/sign-on": {
    sentence: "Signing in at an OpenID provider: there and back, and who somebody is here by it.",
    may: [
      "src/domain",
      "src/domain/text",
      "src/house.ts",
      "src/http",
      "src/http/authentication",
      "src/part.ts",
      "src/people",
      "src/storage/d1/people",
    ],
    packages: ["oauth4webapi", "zod"],
  },
};
