import { serviceAccounts } from '#shared/text/en/service-accounts.ts';

export const create = { id: 'service-accounts.create', label: serviceAccounts.actions.create, keywords: 'new add' };
