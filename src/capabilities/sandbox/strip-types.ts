/** TypeScript to JavaScript: types are taken out, nothing is checked. Loaded when a program needs it. */

export async function loadTypeStripper(): Promise<(code: string) => string> {
  const { transform } = await import("sucrase");
  return (code) =>
    transform(code, { transforms: ["typescript"], disableESTransforms: true, keepUnusedImports: false }).code;
}
