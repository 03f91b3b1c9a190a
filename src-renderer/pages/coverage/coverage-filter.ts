import type { CoverageQuery, CoverageState } from '#shared/contract/coverage.ts';
import { coverage as words } from '#shared/text/en/coverage.ts';
import { days, hours } from '#shared/time.ts';
import { isCollection } from '../../stores/lists/collection-names.ts';
import { listPath } from '../../stores/window/address.ts';

export const ages = { hour: hours(1), day: days(1), week: days(7) } as const;

/** The filter of the page as its fields show it; '': any. */
export interface CoverageFilter {
  search: string;
  state: CoverageState | '';
  kind: keyof typeof words.kinds | '';
  age: keyof typeof ages | '';
  /** The number of a pin whose gaps are shown. */
  pin: string;
  /** The collection whose lists are shown. */
  collection: string;
}

/** The filter in the parameters of an address. Unknown values are ignored. */
export function readFilter(query: URLSearchParams): CoverageFilter {
  return {
    search: query.get('search') ?? '',
    state: knownIn(words.states, query.get('state')),
    kind: knownIn(words.kinds, query.get('kind')),
    age: knownIn(ages, query.get('age')),
    collection: collectionIn(query.get('collection') ?? ''),
    pin: /^\d{1,9}$/.exec(query.get('pin') ?? '')?.[0] ?? '',
  };
}

/** The path of the page with a filter: `/coverage?state=never`. */
export function pathOf(filter: CoverageFilter): string {
  return listPath('/coverage', {
    more: Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== '')),
  });
}

/** The filter as the core takes it. Properties that are undefined are not set. */
export function queryOf({ search, state, kind, age, pin, collection }: CoverageFilter) {
  return {
    search: search.trim(),
    state: state === '' ? undefined : state,
    kind: kind === '' ? undefined : kind,
    olderThanMs: age === '' ? undefined : ages[age],
    pin: pin === '' ? undefined : Number(pin),
    collection: collection === '' ? undefined : collection,
  } satisfies { [N in keyof CoverageQuery]?: CoverageQuery[N] | undefined };
}

const collectionIn = (name: string): string => (isCollection(name) ? name : '');

function knownIn<K extends string>(all: Readonly<Record<K, unknown>>, value: string | null): K | '' {
  return value !== null && Object.hasOwn(all, value) ? (value as K) : '';
}
