import { catalogue } from '#shared/text/en/catalogue.ts';
import type { PageVerb } from '../../console/page-verb.ts';

export const verbs: readonly PageVerb[] = [
  { id: 'catalogue.add', title: catalogue.commands.add, keywords: 'new group project', isHarmless: true },
  { id: 'catalogue.allowlists', title: catalogue.commands.allowlists, keywords: 'job token scope access add remove' },
];
