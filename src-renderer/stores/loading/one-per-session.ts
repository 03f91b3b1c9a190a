import { untrack } from 'svelte';
import type { Session } from '../../link/session.svelte.ts';

/**
 * A store that all parts of a window share. It is created when it is first needed, and then follows changes. It
 * must not have derived values, because these end with the component that created them.
 */
export function onePerSession<Store extends { follow: () => () => void }>(
  create: (session: Session) => Store,
): (session: Session) => Store {
  const shared = new WeakMap<Session, Store>();
  return (session) => {
    const store = shared.get(session) ?? create(session);
    if (!shared.has(session)) untrack(() => store.follow());
    shared.set(session, store);
    return store;
  };
}
