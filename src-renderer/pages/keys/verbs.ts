import Search from '@lucide/icons/icons/search';
import { keys } from '#shared/text/en/keys.ts';
import type { PageVerb } from '../../console/page-verb.ts';

export const verbs: readonly PageVerb[] = [
  {
    id: 'keys.lookUp',
    title: keys.lookUp,
    keywords: 'find paste fingerprint authorized_keys ssh',
    icon: Search,
    isHarmless: true,
  },
];
