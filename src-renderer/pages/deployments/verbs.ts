import { deploymentForms as words } from '#shared/text/en/deployment-forms.ts';

export const create = { id: 'deployments.create', label: words.create.label, keywords: 'add new', path: 'deployments' };
