/** The `calculate` tool: exact arithmetic where the result is a fraction, otherwise to 15 digits. */
import { z } from "zod";
import { defineTool, toolError, trustedResult } from "./define-tool.ts";

export const calculateTool = defineTool({
  name: "calculate",
  description: [
    "Work out an arithmetic expression exactly. Operators + - * / % (remainder) ^ ! and parentheses; constants pi, e, tau, phi;",
    "sqrt, cbrt, abs, round(x, digits), floor, ceil, trunc, sign, min, max, sum, mean, median, mod, gcd, lcm, exp, ln, log(x, base), log2, log10,",
    "sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh, hypot, deg, rad, ncr, npr (angles in radians).",
    "Percent: 15% of 80 is 12, and 80 + 15% is 92. Use it for every calculation that matters.",
  ].join(" "),
  schema: z.object({ expression: z.string().trim().min(1).max(1000) }),
  effect: "read",
  reach: "inside",
  async run({ expression }) {
    const [{ evaluate }, { format }] = await Promise.all([
      import("./calculate/evaluate.ts"),
      import("./calculate/format.ts"),
    ]);
    const result = evaluate(expression);
    return result.ok ? trustedResult(format(result.value)) : toolError(result.problem);
  },
});
