import type { ExportRow } from '#shared/contract/dependency-exports.ts';
import type { ImportEntry } from '#shared/contract/imports.ts';
import type { JournalFigure } from '#shared/contract/overview.ts';
import type { HorizonCount } from '#shared/contract/access-tokens.ts';
import { figurePath, rowPathOf } from '../../stores/window/address.ts';

export const rowPath = (
  collection: 'remoteMirrors' | 'webhooks',
  { scope, id }: { scope: string; id: number },
): string => rowPathOf({ collection, scope, id });
/** One export. */
export const exportPath = ({ id }: Pick<ExportRow, 'id'>): string => `/dependency-exports/${id}`;
/** One import. */
export const importPath = ({ id, project }: Pick<ImportEntry, 'id' | 'project'>): string =>
  project === null ? entryPath(id) : `/imports?project=${project.id}`;
export const watchesPath = '/activity/watches';
/** The paths of the lists behind each number. */
export const tokensPath = ({ filter, notReturned }: Pick<HorizonCount, 'filter' | 'notReturned'>): string =>
  figurePath({ collection: 'accessTokens', filter, notReturned });
/** The setup of the instance, which the Overview shows while it runs. */
export const setupPath = '/overview/setup';
export const changesPath = '/activity/changes';
export const openPlansPath = `${changesPath}?state=open`;
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
