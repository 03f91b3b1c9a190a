import type { CoverageQuery, CoverageState } from '#shared/contract/coverage.ts';
import { coverage as words } from '#shared/text/en/coverage.ts';
import { days, hours } from '#shared/time.ts';

export const ages = { hour: hours(1), day: days(1), week: days(7) } as const;

/** The filter of the page as its fields show it; '': any. */
export interface CoverageFilter {
  search: string;
  state: CoverageState | '';
  kind: keyof typeof words.kinds | '';
  age: keyof typeof ages | '';
  /** The number of a pin whose gaps are shown. */
  pin: string;
}

/** The filter in the parameters of an address. Unknown values are ignored. */
export function readFilter(query: URLSearchParams): CoverageFilter {
  return {
    search: query.get('search') ?? '',
    state: knownIn(words.states, query.get('state')),
    kind: knownIn(words.kinds, query.get('kind')),
    age: knownIn(ages, query.get('age')),
    pin: /^\d{1,9}$/.exec(query.get('pin') ?? '')?.[0] ?? '',
  };
}

/** The path of the page with a filter: `/coverage?state=never`. */
export function pathOf(filter: CoverageFilter): string {
  const set = Object.entries(filter).filter(([, value]) => value !== '');
  const parameters = set.map(([name, value]) => `${name}=${encodeURIComponent(value as string)}`);
  return parameters.length === 0 ? '/coverage' : `/coverage?${parameters.join('&')}`;
}

/** The filter as the core takes it. Properties that are undefined are not set. */
export function queryOf({ search, state, kind, age, pin }: CoverageFilter) {
  return {
    search: search.trim(),
    state: state === '' ? undefined : state,
    kind: kind === '' ? undefined : kind,
    olderThanMs: age === '' ? undefined : ages[age],
    pin: pin === '' ? undefined : Number(pin),
  } satisfies { [N in keyof CoverageQuery]?: CoverageQuery[N] | undefined };
}

function knownIn<K extends string>(all: Readonly<Record<K, unknown>>, value: string | null): K | '' {
  return value !== null && Object.hasOwn(all, value) ? (value as K) : '';
}
