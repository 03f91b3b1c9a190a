import { runners as words } from '#shared/text/en/runners.ts';
import type { OwnSource } from '../list-source.ts';

export const runners: OwnSource<'runners'> = {
  describe: ({ id, description, runner_type }) => ({
    title: description ?? `#${id}`,
    about: `#${id} ${words.types[runner_type ?? ''] ?? runner_type ?? ''}`.trim(),
  }),
};
