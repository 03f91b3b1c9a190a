import { plural } from './moments.ts';

/** Words of worklists, and of filters that the lists of users and enterprise users answer. */
export const accountFacts = {
  values: {
    account: { blocked_or_inactive: 'Blocked or inactive', unknown: 'Unknown' },
    two_factor: { enabled: 'On', disabled: 'Off, can sign in', unknown: 'Unknown' },
    external: { external: 'External', internal: 'Internal', unknown: 'Unknown' },
    owner_account: { left: 'Left', unknown: 'Unknown' },
  },
  unknown: {
    account: (n: number) => `${plural(n, 'membership')}: last activity unknown.`,
    two_factor: (n: number) => `${plural(n, 'membership')}: two-factor unknown.`,
    external: (n: number) => `${plural(n, 'membership')}: not known whether external.`,
  },
  unknownOwner: (n: number) => `${plural(n, 'key')}: owner’s account unknown.`,
  label: 'What these rows are',
  failed: 'Couldn’t count the rows of which the answer isn’t known.',
  show: 'Show',
  showNamed: (what: string) => `Show: ${what}`,
  /** `isPublic`: users are synced, but not with an administrator's token. */
  notVisible: (isPublic: boolean) =>
    isPublic
      ? 'Two-factor, activity, and external users are not visible with this token in the list of users. The list of enterprise users of a group has them.'
      : 'Without the list of users, only the enterprise users of groups are known.',
};
