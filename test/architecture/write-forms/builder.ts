import type { Forms } from './form-list.ts';

const folder = 'pages/code/builder';

export const forms: Forms = {
  'commits.create': {
    files: [
      `${folder}/plan-commit.ts`,
      `${folder}/CommitForm.svelte`,
      `${folder}/ActionRow.svelte`,
      `${folder}/ActionPaths.svelte`,
      `${folder}/ActionFacts.svelte`,
      `${folder}/ActionContent.svelte`,
      `${folder}/Base64Content.svelte`,
    ],
    without: {
      'actions[].last_commit_id': 'Sent automatically: the last commit of the file when the action was added.',
    },
  },
};
