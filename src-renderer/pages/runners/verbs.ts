import { runners } from '#shared/text/en/runners.ts';

export const register = { id: 'runners.register', label: runners.register.action, keywords: 'new create add' };
