type Method = (...args: never[]) => unknown;

/**
 * An object that has every method: those of `own`, and all others as `method` makes them from their name. It has no
 * `then`, because `await` would call it.
 */
export function methodProxy<T extends object>(own: Partial<T>, method: (name: string) => Method): T {
  return new Proxy(own, {
    get(target, name) {
      if (name in target) return Reflect.get(target, name) as unknown;
      return typeof name === 'string' && name !== 'then' ? method(name) : undefined;
    },
  }) as T;
}

/** Call the method `name` of `target`. */
export function callOn(target: object, name: string, args: readonly unknown[]): Promise<unknown> {
  return Reflect.apply(Reflect.get(target, name) as (...given: unknown[]) => Promise<unknown>, target, args);
}
