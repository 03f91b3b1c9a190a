import type { Explanation, Refusals } from '../failure-texts.ts';

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
      'See the details. Wait for the running import, or choose another name or an existing namespace. Then import this repository again.',
  },
  429: {
    what: 'The other service limits how many requests it accepts.',
    nextStep: 'The plan waits and continues automatically. To stop it, cancel the remaining rows.',
  },
};

/** Refused imports. */
export const imports = {
  'imports.fromCodehostA': importRefusals,
  'imports.fromCodehostBServer': importRefusals,
  'imports.fromCodehostB': importRefusals,
  'imports.gists': {
    ...importRefusals,
    422: {
      what: 'An import of gists is already running.',
      nextStep: 'Wait until it finishes, then import your gists again.',
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
} satisfies Refusals;
