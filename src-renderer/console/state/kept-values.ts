import type { Stores } from '../../stores/context.ts';

interface Kept<Value> {
  value: Value;
  end: () => void;
}

/** Values of the open instance by key, kept while other pages are shown. The least recently used are dropped first. */
export class KeptValues<Key, Value> {
  readonly #most: number;
  readonly #byWindow = new WeakMap<Stores, { profileId: string | null; values: Map<Key, Kept<Value>> }>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Get the value of a key. It is created if it does not exist. */
  get(stores: Stores, key: Key, create: () => Kept<Value>): Value {
    const values = this.#valuesOf(stores);
    const kept = values.get(key) ?? create();
    values.delete(key);
    values.set(key, kept);
    const [oldest] = values;
    if (values.size > this.#most && oldest !== undefined) {
      values.delete(oldest[0]);
      oldest[1].end();
    }
    return kept.value;
  }

  /** The values of the open instance. Values of another instance are dropped. */
  #valuesOf(stores: Stores): Map<Key, Kept<Value>> {
    const profileId = stores.profiles.openId;
    const known = this.#byWindow.get(stores);
    if (known?.profileId === profileId) return known.values;
    for (const { end } of known?.values.values() ?? []) end();
    const values = new Map<Key, Kept<Value>>();
    this.#byWindow.set(stores, { profileId, values });
    return values;
  }
}
