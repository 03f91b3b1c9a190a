import { explain, type Explanation } from './failures.ts';
import type { NamedOperation } from './operations.ts';

const notOwner: Explanation = {
  what: 'Only an Owner of the top-level group may do this to its enterprise users.',
  wayOut: 'Use the token of such an Owner, and the top-level group itself: a subgroup has no enterprise users.',
};
const notOurs: Explanation = {
  what: 'This account is no enterprise user of this group, or not any more.',
  wayOut: 'Read the list again. Somebody may have deleted the account, or released it from the group.',
};

/** The imports of repositories answer alike. */
const importRefusals: Readonly<Record<number, Explanation>> = {
  401: {
    what: 'The other service did not accept its token.',
    wayOut: 'Make a token there with the scopes that the form names, and import this one again with it.',
  },
  403: {
    what: 'You may not import into this namespace.',
    wayOut: 'Be Maintainer or Owner of it, or choose another target namespace.',
  },
  422: {
    what: 'The instance will not begin this import: it is in progress already, or the namespace or the name cannot be used.',
    wayOut:
      'Its own words say which. Wait for the import that runs, or choose another name or a namespace that exists, then try this row again.',
  },
  429: {
    what: 'The other service limits how often it is asked.',
    wayOut:
      'Nothing to do: the plan waits as long as that service asks, and goes on by itself. Cancel the rest to give it up.',
  },
};

/** By op and status, where what a refusal means is known more exactly than its status tells. */
const refusals: Readonly<Partial<Record<string, Readonly<Record<number, Explanation>>>>> = {
  'enterprise-users.edit': {
    400: {
      what: 'The instance did not accept the name or the address.',
      wayOut:
        'An address must lie in a domain that the top-level group has verified, and nobody else may have it. Choose another one, or verify its domain in the settings of the group.',
    },
    403: notOwner,
    404: notOurs,
  },
  'enterprise-users.remove': {
    403: notOwner,
    404: notOurs,
    409: {
      what: 'This person alone owns a group, so the account was not deleted.',
      wayOut:
        'Make somebody else an Owner of that group on the instance, or delete the group there. Then try this row again.',
    },
  },
  'enterprise-users.disableTwoFactor': {
    400: {
      what: 'Two-factor is not enabled for this account, so there was nothing to disable.',
      wayOut: 'Nothing to do. Read the list again to see who has it on.',
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
      what: 'An import of gists is in progress already.',
      wayOut: 'Wait until it has ended, then try again.',
    },
  },
  'imports.cancel': {
    400: {
      what: 'This import cannot be cancelled: it has ended, or the project was not imported from code host A.',
      wayOut: 'Nothing to do. Look at the project on the instance.',
    },
    404: {
      what: 'There is no such project, or this token may not see it.',
      wayOut: 'Check the project id, and that you are Maintainer or Owner of the project.',
    },
  },
} satisfies Partial<Record<NamedOperation, unknown>>;

/** The sentences for a write that failed: those of its op and status where there are any, else those of the failure. */
export function explainWrite(
  op: string,
  failure: { code: string; reason?: string | null | undefined; status?: number | null | undefined },
): Explanation {
  const { status, reason } = failure;
  // A token without the scope is refused with 403, too, and has another way out.
  const isOther = reason === 'scope' || reason === 'token-rejected';
  const own = typeof status === 'number' && !isOther ? refusals[op]?.[status] : undefined;
  return own ?? explain(failure);
}
