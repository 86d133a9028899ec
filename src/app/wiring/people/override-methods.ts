/** Wraps a store and overrides these methods. */
export function overrideMethods<T extends object>(store: T, methods: Partial<T>): T {
  return Object.assign(Object.create(store) as T, methods);
}
