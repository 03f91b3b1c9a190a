import { members } from '#shared/text/en/members.ts';
import type { PageVerb } from '../../console/page-verb.ts';

export const verbs: readonly PageVerb[] = [
  { id: 'members.add', title: members.actions.add, keywords: 'new invite member' },
];
