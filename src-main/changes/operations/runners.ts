import { runners as api } from '#main/api/endpoints/runners.ts';
import type { Applied, OperationsOf } from '../operation-kit/operation.ts';
import type { AnyWrite, WriteOf } from '../operation-kit/write.ts';
import { readWith } from '../operation-kit/read-resource.ts';
import { formerFields, checkedInverse } from '../operation-kit/inverse.ts';
import { nameIn, textOf } from '../operation-kit/probes.ts';

export const runners: OperationsOf<typeof api> = {
  'runners.edit': {
    caches: { kind: 'row', collection: 'runners', id: 'id' },
    read: readWith(api.get),
    readRequests: 1,
    comparable: ({ active, paused, ...rest }) => ({ ...rest, paused, active: paused === undefined ? active : !paused }),
    ...checkedInverse(inverseOfEdit),
    names: {
      label: (_, { row }) => nameIn(row, 'description', 'name'),
      detail: ({ path }, { row }) => row && `#${path.id}`,
    },
  },
  'runners.create': {
    names: { label: ({ body }) => textOf(body, 'description') },
  },
};

/**
 * No document lists `run_untagged` and `locked` among the fields of a runner (document 3:32, 3:93), but many
 * installations return them. If the platform does not return `run_untagged`, a runner without tags must have accepted
 * untagged jobs, because the platform does not allow a runner that has no tags and refuses untagged jobs.
 */
function inverseOfEdit(applied: Applied<WriteOf<'runners.edit'>>): AnyWrite[] | null {
  const former = formerFields(applied, { aliases: { active: 'paused' } });
  const { op, path, body } = applied.write;
  const tags = applied.before?.['tag_list'];
  const isReplied = typeof applied.before?.['run_untagged'] === 'boolean';
  const tookUntagged = !isReplied && body?.['run_untagged'] === false && Array.isArray(tags) && tags.length === 0;
  const restored = { ...former, ...(tookUntagged ? { run_untagged: true } : {}) };
  const isPossible = Object.entries(restored).filter(([field, value]) => value !== null || field !== 'access_level');
  if (isPossible.length > 0) return [{ op, path, body: Object.fromEntries(isPossible) }];
  return former === null ? null : [];
}
