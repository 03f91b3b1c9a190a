import { inactiveDays, type ProjectMemberFilter } from '#shared/contract/members.ts';
import { given } from '../conditions.ts';
import { accountLists, daysAgo, isActiveOwner, isLeftOrInactive, withFact } from '../read/filters/account-facts.ts';

/** A person who can sign in without two-factor. */
const lacksTwoFactor = `state = 'active' AND NOT two_factor AND NOT bot`;

/** Owners of a project in which no other Owner has an active account. */
const onlyOwner = `(access_level = 50 AND NOT EXISTS (
  SELECT 1 FROM (SELECT scope AS project, id AS other FROM members WHERE ${isActiveOwner})
  WHERE project = members.scope AND other <> members.id))`;

export const members = {
  reads: accountLists,
  conditions: ({ account, two_factor: twoFactor, external, only_owner: isOnlyOwner }: ProjectMemberFilter) =>
    given([
      account && {
        ...withFact('members', 'id', isLeftOrInactive(daysAgo(inactiveDays)), account !== 'unknown'),
        isOfPresent: true as const,
      },
      twoFactor && withFact('members', 'id', lacksTwoFactor, twoFactor !== 'unknown'),
      external && withFact('members', 'id', 'external', external !== 'unknown'),
      isOnlyOwner === true && { sql: onlyOwner, values: [], columns: ['access_level', 'state'] },
    ]),
} as const;
