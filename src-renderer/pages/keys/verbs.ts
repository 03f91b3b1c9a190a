import Search from '@lucide/icons/icons/search';
import { keys } from '#shared/text/en/keys.ts';

export const lookUp = {
  id: 'keys.lookUp',
  label: keys.lookUp,
  keywords: 'find paste fingerprint authorized_keys log ssh',
  icon: Search,
  isHarmless: true,
};
