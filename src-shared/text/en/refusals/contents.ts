import type { Explanation, Refusals } from '../failure-texts.ts';

const notUploadMaintainer: Explanation = {
  what: 'Only a Maintainer or Owner of the project can delete its uploads.',
  nextStep: 'Ask for one of these roles, or use the token of a user who has it.',
};

/** Refused writes to uploads, snippets and wiki pages. */
export const contents = {
  'uploads.create': {
    403: {
      what: 'This token’s user can’t upload files to this project.',
      nextStep: 'The user must be a member of the project, and the project must not be archived.',
    },
    413: {
      what: 'The file is larger than this instance accepts.',
      nextStep: 'The API doesn’t report its limit. Ask an administrator, or upload a smaller file.',
    },
  },
  'uploads.remove': {
    403: notUploadMaintainer,
    404: {
      what: 'The file no longer exists, or this token’s user isn’t a Maintainer or Owner of the project.',
      nextStep: 'Sync the list again to see which files are left.',
    },
  },
  'uploads.removeBySecret': {
    403: notUploadMaintainer,
    404: {
      what: 'This project has no file with this address.',
      nextStep: 'Check that you copied the whole address, and that it belongs to this project.',
    },
  },
  'project-snippets.remove': {
    404: {
      what: 'The snippet doesn’t exist, or this token can’t see it.',
      nextStep: 'It may already have been deleted. Sync the snippets again.',
    },
  },
} satisfies Refusals;
