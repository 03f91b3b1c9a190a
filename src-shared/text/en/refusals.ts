import { explain, type Explanation } from './failures.ts';
import type { NamedOperation } from './operations.ts';

const notOwner: Explanation = {
  what: 'Only an Owner of the top-level group can change its enterprise users.',
  nextStep: 'Use the token of an Owner and choose the top-level group: a subgroup has no enterprise users.',
};
const notOurs: Explanation = {
  what: 'This account isn’t an enterprise user of this group.',
  nextStep: 'Sync the list again. The account may have been deleted or released from the group.',
};

/** All repository imports return the same statuses. */
const importRefusals: Readonly<Record<number, Explanation>> = {
  401: {
    what: 'The other service didn’t accept its token.',
    nextStep: 'Create a token there with the scopes named in the form, then import this repository again.',
  },
  403: {
    what: 'This token can’t import into this namespace.',
    nextStep: 'Ask for the Maintainer or Owner role, or choose another target namespace.',
  },
  422: {
    what: 'The instance didn’t start this import: it is already running, or the namespace or name can’t be used.',
    nextStep:
      'See the details. Wait for the running import, or choose another name or an existing namespace, then retry this row.',
  },
  429: {
    what: 'The other service limits how many requests it accepts.',
    nextStep: 'The plan waits and continues automatically. To stop it, cancel the remaining rows.',
  },
};

/** Refusals with a more exact meaning than their status, by operation and status. */
const refusals: Readonly<Partial<Record<string, Readonly<Record<number, Explanation>>>>> = {
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
      nextStep: 'On the instance, add another Owner to that group, or delete the group. Then retry this row.',
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
  'imports.fromCodehostA': importRefusals,
  'imports.fromCodehostBServer': importRefusals,
  'imports.fromCodehostB': importRefusals,
  'imports.gists': {
    ...importRefusals,
    422: {
      what: 'An import of gists is already running.',
      nextStep: 'Wait until it finishes, then retry.',
    },
  },
  'imports.cancel': {
    400: {
      what: 'This import can’t be canceled: it has finished, or imports from its source can’t be canceled.',
      nextStep: 'No action needed. Check the project on the instance.',
    },
    404: {
      what: 'The project doesn’t exist, or this token can’t see it.',
      nextStep: 'Check the project ID, and that you have the Maintainer or Owner role in the project.',
    },
  },
} satisfies Partial<Record<NamedOperation, unknown>>;

/** The explanation of a failed write: by its operation and status if there is one, else by the failure. */
export function explainWrite(
  op: string,
  failure: { code: string; reason?: string | null | undefined; status?: number | null | undefined },
): Explanation {
  const { status, reason } = failure;
  // A token without the scope is refused with 403 too, but needs other advice.
  const isOther = reason === 'scope' || reason === 'token-rejected';
  const own = typeof status === 'number' && !isOther ? refusals[op]?.[status] : undefined;
  return own ?? explain(failure);
}
