/** The same store with these methods in place of its own. */
export function overrideMethods<T extends object>(store: T, methods: Partial<T>): T {
  return Object.assign(Object.create(store) as T, methods);
}
