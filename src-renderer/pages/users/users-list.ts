import { labelOf } from '#shared/text/en/fields.ts';
import { shell } from '#shared/text/en/shell.ts';
import { users as words } from '#shared/text/en/users.ts';
import { defineList } from '../../console/define-list.ts';
import { nameOf, userColumns } from './columns.ts';
import { userFilters, userViews } from './filters.ts';

/** The list of all users of the instance. */
export const usersList = defineList('users', words, {
  syncLabels: { first: words.firstReading, again: shell.sync },
  columns: userColumns,
  filters: userFilters,
  views: userViews,
  details: async () => (await import('./details.ts')).userDetails,
  // A cached time of day (`local_time`) is wrong a minute later. `UserLead` shows the last three
  shownElsewhere: [
    ...['identities', 'scim_identities', 'custom_attributes', 'local_time'],
    ...['state', 'two_factor_enabled', 'last_activity_on'],
  ],
  leading: ['id', 'username', 'name'],
  nameOf,
  aboutOf: ({ username }) => `@${username}`,
  copies: [
    {
      label: words.copies.email,
      title: labelOf('email'),
      valueOf: (row) => row.email ?? row.public_email ?? '',
      emptyReason: words.copies.noEmail,
      format: 'email',
      formatLabel: words.copies.emails,
    },
  ],
});
