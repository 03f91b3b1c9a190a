import { revisionsOf } from '#shared/contract/commit-list.ts';
import { scopeOfRevisions, type Scope } from '#shared/contract/scope.ts';
import { Failure } from '#shared/errors.ts';
import type { Session } from '../../../link/session.svelte.ts';

/** Maximum number of SHAs that are looked up after a refusal. */
const mostLookedUp = 20;

/**
 * The SHAs that the project doesn't have, according to the instance, in their order. SHAs after the first 20, and those
 * that can't be looked up, are left out. Fails: never rejects.
 */
export async function missingCommits({ client }: Session, project: Scope, shas: readonly string[]): Promise<string[]> {
  const isMissing = (sha: string): Promise<boolean> =>
    client.commits.refresh({ scope: scopeOfRevisions(project, revisionsOf({ ref_name: sha })), id: sha }).then(
      () => false,
      (thrown: unknown) => Failure.from(thrown).code === 'missing',
    );
  const looked = await Promise.all(
    shas.slice(0, mostLookedUp).map(async (sha) => ((await isMissing(sha)) ? [sha] : [])),
  );
  return looked.flat();
}
