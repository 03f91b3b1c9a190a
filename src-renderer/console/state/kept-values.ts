import type { Stores } from '../../stores/context.ts';

interface Kept<Value> {
  value: Value;
  end: () => void;
}

/** Values of the open instance by a key, kept while other pages are shown. The one used longest ago is dropped first. */
export class KeptValues<Key, Value> {
  readonly #most: number;
  readonly #byWindow = new WeakMap<Stores, { profileId: string | null; values: Map<Key, Kept<Value>> }>();

  constructor(most: number) {
    this.#most = most;
  }

  /** The kept value of a key; if there is none, it is created. */
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

  /** Those of another instance are dropped. */
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
