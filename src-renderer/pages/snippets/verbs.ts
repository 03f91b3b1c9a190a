import { snippetForm as words } from '#shared/text/en/snippet-forms.ts';

export const create = { id: 'snippets.create', label: words.newLabel, keywords: 'add create', path: 'snippets' };
