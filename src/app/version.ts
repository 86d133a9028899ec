/** Version of this code, as `package.json` has it. */
export const VERSION = "0.6.0";
