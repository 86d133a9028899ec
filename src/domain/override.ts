/**
 * `base` with some of its methods replaced. The base itself stays as it is; its calls of its own methods meet
 * the replacements. A copy by spread would lose the methods of a class.
 */
export function override<B extends object>(base: B, methods: Partial<B>): B {
  const inherited: B = Object.create(base);
  return Object.assign(inherited, methods);
}
