import { remoteMirrors } from '#shared/text/en/remote-mirrors.ts';

export const create = { id: 'mirrors.create', label: remoteMirrors.actions.create, keywords: 'new add push remote' };
