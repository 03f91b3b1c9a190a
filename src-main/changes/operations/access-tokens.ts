import { subjects as words } from '#shared/text/en/subjects.ts';
import type { Subjects } from '../subject/subject.ts';
import { textOf } from '../subject/verdicts.ts';

export const accessTokens: Subjects = {
  // Its account is what exists before; of the token nothing can be read by which the very one is known
  'group-service-accounts.createToken': {
    label: (_, { path, body }) => `${textOf(body, 'name') ?? words.unnamed.token} (${words.numbered(path['user_id'])})`,
  },
};
