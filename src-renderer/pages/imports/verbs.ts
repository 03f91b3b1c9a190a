import { imports } from '#shared/text/en/imports.ts';

export const create = {
  id: 'imports.new',
  label: imports.ways.new,
  keywords: 'new create repository gists csv code host github bitbucket',
};
