import type { CacheWriter } from '#main/cache/store-api.ts';
import { recordedFields } from '#main/cache/history/recorded-fields.ts';
import { collectionNames } from '#shared/contract/collections.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import { defaultMonths } from '#shared/contract/history.ts';

type Verbs = Pick<Services<ReeveContract>['history'], 'settings' | 'setRetention'>;

/** What the history of an instance records, and for how long. */
export function historySettings(
  open: () => { store: Pick<CacheWriter, 'historyState' | 'historySizes' | 'setRetention'> },
): Verbs {
  return {
    settings: async () => {
      const { store } = open();
      const { failure } = await store.historyState(undefined);
      // A history that can't be read has no sizes
      const { since, bytes, collections } = await store.historySizes(undefined).catch((thrown: unknown) => {
        if (failure === null) throw thrown;
        return { since: null, bytes: 0, collections: [] };
      });
      const stored = new Map(collections.map((one) => [one.collection, one]));
      const rows = collectionNames.flatMap((collection) => {
        const fields = recordedFields(collection);
        const { months = defaultMonths, ...sizes } = stored.get(collection) ?? { entries: 0, bytes: 0 };
        return fields === null ? [] : [{ ...sizes, collection, fields: [...fields], months }];
      });
      return { since, bytes, collections: rows, failure };
    },
    setRetention: async ({ collection, months }) => {
      await open().store.setRetention({ collection, months });
      return {};
    },
  };
}
