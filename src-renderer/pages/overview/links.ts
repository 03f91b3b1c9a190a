import type { JournalFigure } from '#shared/contract/overview.ts';
import type { HorizonCount } from '#shared/contract/access-tokens.ts';
import { figurePath } from '../../stores/window/address.ts';

export const watchesPath = '/activity/watches';
/** The paths of the lists behind each number. */
export const tokensPath = ({ filter, notReturned }: Pick<HorizonCount, 'filter' | 'notReturned'>): string =>
  figurePath({ collection: 'accessTokens', filter, notReturned });
/** The setup of the instance, which the Overview shows while it runs. */
export const setupPath = '/overview/setup';
export const journalPath = '/activity/journal';
export const entryPath = (id: number): string => `${journalPath}/${id}`;
export const requestsPath = '/activity/requests';

/** The journal entries of a figure: its state, its instance, and the last seven days if it counts only those. */
export function entriesPath({ query: { state, profileId, after } }: JournalFigure): string {
  const asked = new URLSearchParams({
    state: state ?? '',
    instance: profileId ?? '',
    time: after === undefined ? 'any' : 'week',
  });
  return `${journalPath}?${asked}`;
}
