import { wikiForm } from '#shared/text/en/wiki-forms.ts';

export const create = { id: 'wikis.create', label: wikiForm.newLabel, keywords: 'add create', path: 'wiki' };
