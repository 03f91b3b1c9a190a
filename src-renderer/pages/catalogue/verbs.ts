import { catalogue } from '#shared/text/en/catalogue.ts';

const { commands } = catalogue;

export const add = { id: 'catalogue.add', label: commands.add, keywords: 'new group project', isHarmless: true };
export const allowlists = {
  ...{ id: 'catalogue.allowlists', label: commands.allowlists },
  keywords: 'job token scope access add remove',
};
