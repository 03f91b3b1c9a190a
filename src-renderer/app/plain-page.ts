import type { Component } from 'svelte';
import type { ListName } from '#shared/contract/collections.ts';
import type { ListWords } from '#shared/text/en/list-words.ts';
import type { PlaceTabProps } from '../console/place-tab.ts';

/** How to load the page of a collection that is made from its declaration and words. */
export function plainPage<C extends ListName>(
  collection: C,
  words: () => Promise<Record<C, ListWords<C>>>,
): () => Promise<{ default: Component<Partial<PlaceTabProps>> }> {
  let loaded: Promise<{ default: Component<Partial<PlaceTabProps>> }> | undefined;
  // The same component for each call, so that the page is not created again when it is shown again
  return () => (loaded ??= load(collection, words()));
}

async function load<C extends ListName>(
  collection: C,
  words: Promise<Record<C, ListWords<C>>>,
): Promise<{ default: Component<Partial<PlaceTabProps>> }> {
  const [{ default: PlainListPage }, { declaredList }, all] = await Promise.all([
    import('../console/list/PlainListPage.svelte'),
    import('../console/declared-list.ts'),
    words,
  ]);
  const spec = declaredList(collection, all[collection]);
  return { default: (anchor, props) => PlainListPage(anchor, { ...props, spec }) };
}
