import { jobTokenForms } from '#shared/text/en/job-token-forms.ts';

export const add = {
  ...{ id: 'job-token-scope.add', label: jobTokenForms.add.label, keywords: 'job token scope project group allow' },
  path: 'access/job-token',
};
