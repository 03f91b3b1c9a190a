import { members } from '#shared/text/en/members.ts';

export const add = { id: 'members.add', label: members.actions.add, keywords: 'new invite member' };
