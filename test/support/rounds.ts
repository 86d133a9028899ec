/** How many random cases a property is tried with: 100 in `npm test`; `PROPERTY_ROUNDS=1000` for the long run. */
export const ROUNDS = Number(process.env["PROPERTY_ROUNDS"] ?? 100);
