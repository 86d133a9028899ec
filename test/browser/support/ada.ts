/** Whoever signs in at the suite's OpenID provider. */
export const ADA = { sub: "u-1", email: "ada@example.com", email_verified: true, name: "Ada" };
