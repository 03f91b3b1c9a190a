import type { CachedCommitFilter } from '#shared/contract/commits.ts';
import { given } from '../conditions.ts';
import type { Statement } from '../derive.ts';
import { foldedText, normalText } from '../normal-text.ts';

export const commits = {
  conditions: ({ author }: CachedCommitFilter): Statement[] =>
    given([
      author !== undefined && {
        sql: '(instr(author_name, ?) > 0 OR instr(author_email, ?) > 0)',
        values: [normalText(author), foldedText(author)],
      },
    ]),
};
