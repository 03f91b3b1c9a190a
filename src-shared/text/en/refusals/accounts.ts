import type { Explanation, Refusals } from '../failure-texts.ts';

const notOwner: Explanation = {
  what: 'Only an Owner of the top-level group can change its enterprise users.',
  nextStep: 'Use the token of an Owner and choose the top-level group: a subgroup has no enterprise users.',
};

const notOurs: Explanation = {
  what: 'This account isn’t an enterprise user of this group.',
  nextStep: 'Sync the list again. The account may have been deleted or released from the group.',
};

/** Refused writes to accounts. */
export const accounts = {
  'enterprise-users.edit': {
    400: {
      what: 'The instance didn’t accept the name or the email address.',
      nextStep:
        'The email address must be in a domain that the top-level group has verified, and no other user can have it. Use another address, or verify its domain in the group settings.',
    },
    403: notOwner,
    404: notOurs,
  },
  'enterprise-users.remove': {
    403: notOwner,
    404: notOurs,
    409: {
      what: 'The account wasn’t deleted: this user is the sole owner of a group.',
      nextStep: 'On the instance, add another Owner to that group, or delete the group. Then delete the account again.',
    },
  },
  'enterprise-users.disableTwoFactor': {
    400: {
      what: 'Two-factor authentication isn’t enabled for this account.',
      nextStep: 'No action needed. Sync the list to see which accounts have it enabled.',
    },
    403: notOwner,
    404: notOurs,
  },
} satisfies Refusals;
