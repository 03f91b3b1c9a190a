import { remoteMirrors } from '#shared/text/en/remote-mirrors.ts';
import type { PageVerb } from '../../console/page-verb.ts';

export const verbs: readonly PageVerb[] = [
  { id: 'mirrors.create', title: remoteMirrors.actions.create, keywords: 'add push remote' },
];
