import { imports } from '#shared/text/en/imports.ts';
import type { PageVerb } from '../../console/page-verb.ts';

export const verbs: readonly PageVerb[] = [
  { id: 'imports.new', title: imports.ways.new, keywords: 'create repository gists csv code host github bitbucket' },
];
