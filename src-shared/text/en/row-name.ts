import type { Plan, RowName } from '#shared/contract/changes.ts';
import { count } from './moments.ts';

type About = Pick<RowName, 'place' | 'detail'>;

/** The second line of a name: "acme/core · Push, main". Empty for rows of earlier releases. */
export const nameDetails = ({ place, detail }: About): string => [place, detail].filter(Boolean).join(' · ');

/** A name in one line: "Release board (acme/core) · Push, main". */
export const rowName = ({ label, place, detail }: RowName): string =>
  [place ? `${label} (${place})` : label, detail].filter(Boolean).join(' · ');

/** "shared 1, shared 2 and 8 more". Only a single name has its details. */
export function namesText(names: readonly RowName[], total: number): string {
  const rest = total - names.length;
  const texts = names.map((name) => rowName(total === 1 ? name : { ...name, detail: null }));
  return `${texts.join(', ')}${rest > 0 ? ` and ${count(rest)} more` : ''}`;
}

/** The names of the first rows of a plan. Empty for plans of earlier releases. */
export const planNames = ({ names = [], total }: Pick<Plan, 'names' | 'total'>): string =>
  names.length === 0 ? '' : namesText(names, total);
