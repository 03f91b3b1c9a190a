import { runners } from '#shared/text/en/runners.ts';
import type { PageVerb } from '../../console/page-verb.ts';

export const verbs: readonly PageVerb[] = [
  { id: 'runners.register', title: runners.register.action, keywords: 'new create add' },
];
