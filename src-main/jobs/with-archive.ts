import type { rowArchive } from '#main/services/archive/row-archive.ts';
import { collections, isCollection } from '#shared/contract/collections.ts';
import type { JobContext, JobKind } from './job.ts';

/**
 * The same kind of job for lists whose rows the platform deletes after some time. Archived rows are put back into the
 * cache before the list is synced, so that they are recognized. After the sync, rows that the platform will delete are
 * archived.
 */
export function withArchive(kind: JobKind, archive: ReturnType<typeof rowArchive>): JobKind {
  const keep = async ({ instance, input }: Pick<JobContext, 'instance' | 'input'>): Promise<void> => {
    const { collection = '', scope = null } = input;
    if (isCollection(collection)) await archive.storeEnded(instance, collection, scope);
  };
  return {
    ...kind,
    async run(context) {
      const { collection = '' } = context.input;
      if (isCollection(collection) && collections[collection].expires)
        await archive.restoreOnce(context.instance, collection);
      const outcome = await kind.run(context);
      if (outcome.kind === 'done') await keep(context);
      return outcome;
    },
    async accept(context) {
      await kind.accept?.(context);
      await keep(context);
    },
  };
}
