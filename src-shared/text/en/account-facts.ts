import type { Noun } from './console.ts';
import { plural } from './moments.ts';

/** Words of worklists, and of filters that the lists of users and enterprise users answer. */
export const accountFacts = {
  values: {
    account: { blocked_or_inactive: 'Blocked or inactive', unknown: 'Unknown' },
    two_factor: { disabled: 'Off, can sign in', unknown: 'Unknown' },
    external: { external: 'External', unknown: 'Unknown' },
    owner_account: { left: 'Left', unknown: 'Unknown' },
  },
  unknown: (filter: string, n: number, { one, many }: Noun) => `${filter} unknown: ${plural(n, one, many)}`,
  label: 'About these rows',
  failed: 'Couldn’t count the rows with unknown values.',
  /** `isPublic`: users are synced, but not with an administrator's token. */
  notVisible: (isPublic: boolean) =>
    isPublic
      ? 'In the list of users, this token can’t see two-factor, activity and external users. The enterprise users of groups have these fields.'
      : 'Without the list of users, only the enterprise users of groups are known.',
};
