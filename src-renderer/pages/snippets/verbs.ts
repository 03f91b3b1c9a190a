import { snippetForm } from '#shared/text/en/snippet-forms.ts';

export const create = {
  ...{ id: 'snippets.create', label: snippetForm.newLabel, keywords: 'add create' },
  path: 'snippets',
};
