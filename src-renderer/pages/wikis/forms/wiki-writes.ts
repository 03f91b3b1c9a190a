import { readScope, type Scope } from '#shared/contract/scope.ts';
import { wikiForm as words } from '#shared/text/en/wiki-forms.ts';
import { planAndApply, type Outcome } from '../../../console/plan/plan-and-apply.ts';
import type { Staging } from '../../../console/forms/staging.svelte.ts';
import type { Stores } from '../../../stores/context.ts';
import { dropStagedFile } from '../../../stores/project/staged-files.ts';
import type { TitledPage } from './wiki-titles.ts';

const projectOf = (scope: Scope) => readScope(scope)?.ref ?? '';

/** A file to attach. `branch`: empty for the default branch of the wiki. */
export interface Attachment {
  file: File;
  branch: string;
}

/**
 * Attach a file to the wiki, after its plan was shown. `link`: the Markdown link that the platform returned; null: it
 * returned none. Fails: as `stageFile`.
 */
export async function attachFile(
  stores: Stores,
  scope: Scope,
  { file, branch }: Attachment,
  staging: Staging,
): Promise<{ outcome: Outcome; link: string | null }> {
  const staged = await staging.stageOne(stores, file);
  const outcome = await planAndApply(stores, {
    calls: [
      {
        op: 'wikis.attach',
        path: { id: projectOf(scope) },
        body: { file: staged, ...(branch !== '' && { branch }) },
      },
    ],
    title: () => words.attach,
    done: () => words.attached(file.name),
    fields: ['branch', 'file'],
  });
  const isUnsent = outcome.kind === 'refused' || (outcome.kind === 'left' && outcome.plan === null);
  if (isUnsent) dropStagedFile(stores.session, staged.staged);
  const row = outcome.kind === 'applied' ? (outcome.row ?? (await stores.changes.firstRow(outcome.plan.id))) : null;
  return { outcome, link: row?.reportedMessage ?? null };
}

/** Delete a page, after its plan was shown. */
export function removePage(stores: Stores, scope: Scope, page: TitledPage) {
  return planAndApply(stores, {
    calls: [{ op: 'wikis.remove', path: { id: projectOf(scope), slug: page.slug } }],
    title: () => words.removeOne(page.title),
    done: () => words.removed(page.title),
    consequence: words.removeWhy,
    isDestructive: true,
    isShown: true,
  });
}
