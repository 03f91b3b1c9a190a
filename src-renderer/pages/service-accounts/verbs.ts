import { serviceAccounts } from '#shared/text/en/service-accounts.ts';
import type { PageVerb } from '../../console/page-verb.ts';

export const verbs: readonly PageVerb[] = [
  { id: 'service-accounts.create', title: serviceAccounts.actions.create, keywords: 'create add' },
];
