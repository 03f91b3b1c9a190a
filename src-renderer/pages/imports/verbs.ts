import { imports } from '#shared/text/en/imports.ts';

export const create = {
  id: 'imports.new',
  label: imports.ways.new,
  keywords: 'create repository gists csv code host github bitbucket',
};
