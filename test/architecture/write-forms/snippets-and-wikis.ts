import type { Forms, WriteForm } from './form-list.ts';

const snippet = {
  files: ['pages/snippets/forms/snippet-form.ts', 'pages/snippets/forms/file-drafts.ts'],
  without: {
    content: 'Deprecated. The form sends files, which work for one file too.',
    file_name: 'Deprecated. The form sends files, which work for one file too.',
  },
} satisfies WriteForm;
const removal: WriteForm = { files: ['pages/snippets/forms/snippet-actions.ts'] };
const page: WriteForm = { files: ['pages/wikis/forms/wiki-form.ts'] };

export const forms: Forms = {
  'personal-snippets.create': snippet,
  'personal-snippets.edit': snippet,
  'personal-snippets.remove': removal,
  'project-snippets.create': snippet,
  'project-snippets.edit': snippet,
  'project-snippets.remove': removal,
  'wikis.create': page,
  'wikis.edit': { files: [...page.files, 'pages/wikis/forms/move-page.ts'] },
  'wikis.remove': { files: ['pages/wikis/forms/wiki-writes.ts'] },
  'wikis.attach': { files: ['pages/wikis/forms/wiki-writes.ts', 'pages/wikis/forms/attach-file.ts'] },
};
