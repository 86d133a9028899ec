/** TypeScript to JavaScript: strips types and checks nothing. Loaded on demand. */

export async function loadTypeStripper(): Promise<(code: string) => string> {
  const { transform } = await import("sucrase");
  return (code) =>
    transform(code, { transforms: ["typescript"], disableESTransforms: true, keepUnusedImports: false }).code;
}
