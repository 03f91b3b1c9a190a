import { inactiveDays, type ProjectMemberFilter } from '#shared/contract/members.ts';
import { given } from '../conditions.ts';
import type { Statement } from '../derive.ts';
import {
  accountLists,
  daysAgo,
  isActiveOwner,
  isLeftOrInactive,
  lacksTwoFactor,
  withFact,
} from '../read/filters/account-facts.ts';

export const members = {
  reads: accountLists,
  conditions: ({ account, two_factor: twoFactor, external, only_owner: isOnlyOwner }: ProjectMemberFilter) =>
    given([
      account && withAccount[account](isLeftOrInactive(daysAgo(inactiveDays))),
      twoFactor && withTwoFactor[twoFactor](),
      external && withFact('members', 'id', 'external', externals[external]),
      isOnlyOwner === true && { sql: onlyOwner, values: [], columns: ['access_level', 'state'] },
    ]),
} as const;

const externals = { external: true, internal: false, unknown: null } as const;

const withTwoFactor = {
  enabled: () => withFact('members', 'id', 'two_factor', true),
  disabled: () => withFact('members', 'id', lacksTwoFactor, true),
  unknown: () => withFact('members', 'id', lacksTwoFactor, null),
};

/** The row of a membership also says whether the account is blocked, but not when it was last active. */
const isBlocked = `ifnull(state NOT IN ('active', 'awaiting'), 0)`;
const withAccount = {
  blocked_or_inactive: (fact: string) => alsoBy(`${isBlocked} OR`, withFact('members', 'id', fact, true)),
  unknown: (fact: string) => alsoBy(`NOT ${isBlocked} AND`, withFact('members', 'id', fact, null)),
};

function alsoBy(own: string, { sql, values }: Statement): Statement {
  return { sql: `(${own} ${sql})`, values, columns: ['state'] };
}

/** Owners of a project in which no other Owner has an active account. */
const onlyOwner = `(access_level = 50 AND NOT EXISTS (
  SELECT 1 FROM (SELECT scope AS project, id AS other FROM members WHERE ${isActiveOwner})
  WHERE project = members.scope AND other <> members.id))`;
