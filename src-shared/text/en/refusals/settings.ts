import type { Explanation, Refusals } from '../failure-texts.ts';

const notScopeMaintainer: Explanation = {
  what: 'Only a Maintainer or Owner of the project can change its job token scope.',
  nextStep: 'Use the token of a Maintainer or Owner, or ask one to make this change.',
};

const noAllowlist: Explanation = {
  what: 'The project doesn’t exist, or this token can’t see it.',
  nextStep: 'Check the project in “Groups and projects”.',
};

const notAdded: Readonly<Record<number, Explanation>> = {
  400: {
    what: 'The instance didn’t accept this entry. It may already be in the allowlist.',
    nextStep: 'Sync the allowlist to see its entries.',
  },
  403: notScopeMaintainer,
  404: {
    what: 'The entry or the project doesn’t exist, or this token can’t see it.',
    nextStep: 'Check the ID of the entry, and that this token’s user has access to both.',
  },
};

const notRemoved: Readonly<Record<number, Explanation>> = {
  403: notScopeMaintainer,
  404: {
    what: 'This entry isn’t in the allowlist, or this token can’t see the project.',
    nextStep: 'Sync the allowlist to see its entries.',
  },
};

const noSettings: Explanation = {
  what: 'The group or project doesn’t exist, or this token can’t see it.',
  nextStep: 'Check that the user of this token has access to it.',
};

/** Refused writes to job token scopes and notification settings. */
export const settings = {
  'job-token-scope.edit': {
    400: {
      what: 'The instance enforces the allowlist for all projects, so it can’t be turned off for one.',
      nextStep: 'Add an entry for each project and group that needs access, or ask an administrator of the instance.',
    },
    403: notScopeMaintainer,
    404: noAllowlist,
  },
  'job-token-scope.addProject': notAdded,
  'job-token-scope.addGroup': notAdded,
  'job-token-scope.removeProject': notRemoved,
  'job-token-scope.removeGroup': notRemoved,
  'notification-settings.edit': {
    400: {
      what: 'The instance didn’t accept the settings.',
      nextStep: 'Use an email address that is confirmed in the account of this token.',
    },
  },
  'notification-settings.editOfGroup': { 404: noSettings },
  'notification-settings.editOfProject': { 404: noSettings },
} satisfies Refusals;
