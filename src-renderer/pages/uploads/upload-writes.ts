import { readScope, type Scope } from '#shared/contract/scope.ts';
import { uploadForms as words } from '#shared/text/en/uploads-forms.ts';
import { planAndApply, type Change, type Outcome } from '../../console/plan/plan-and-apply.ts';
import { lastSyncJob } from '../../stores/lists/sync-jobs.ts';
import { syncAfterChange } from '../../stores/lists/sync-to-end.ts';
import type { ListSelection } from '../../stores/lists/collection-client.ts';
import type { Stores } from '../../stores/context.ts';
import { dropStagedFile, type StagedFile } from '../../stores/project/staged-files.ts';

const refOf = (scope: Scope): number | string => readScope(scope)?.ref ?? '';

/** Upload staged files to a project. The reply to each has the Markdown link of the file, which the plan shows. */
export async function uploadFiles(stores: Stores, scope: Scope, files: readonly StagedFile[]): Promise<Outcome> {
  const outcome = await writeAndSync(stores, scope, {
    calls: files.map((file) => ({ op: 'uploads.create', path: { id: refOf(scope) }, body: { file } })),
    title: words.upload.plan,
    done: ({ label }) => words.upload.done(label),
    consequence: words.upload.consequence,
    fields: ['file'],
  });
  const isUnused = outcome.kind === 'refused' || (outcome.kind === 'left' && outcome.plan === null);
  if (isUnused) for (const { staged } of files) dropStagedFile(stores.session, staged);
  return outcome;
}

/** Delete the selected uploads by their IDs. */
export function removeUploads(stores: Stores, selection: ListSelection): Promise<Outcome> {
  return planAndApply(stores, {
    onRows: { op: 'uploads.remove', collection: 'uploads', selection },
    title: words.remove.plan,
    done: ({ label }) => words.remove.done(label),
    consequence: words.remove.consequence,
    isDestructive: true,
  });
}

/** Delete an upload by the secret and the file name in its address. */
export function removeUploadByAddress(
  stores: Stores,
  scope: Scope,
  { secret, filename }: { secret: string; filename: string },
): Promise<Outcome> {
  return writeAndSync(stores, scope, {
    calls: [{ op: 'uploads.removeBySecret', path: { id: refOf(scope), secret, filename } }],
    title: words.remove.plan,
    done: ({ label }) => words.remove.done(label),
    consequence: words.remove.consequence,
    isDestructive: true,
  });
}

/** Send a change, then sync the list. */
async function writeAndSync(stores: Stores, scope: Scope, change: Change): Promise<Outcome> {
  const outcome = await planAndApply(stores, change);
  if (outcome.kind === 'applied' || outcome.kind === 'ended') syncUploads(stores, scope);
  if (outcome.kind === 'left' && outcome.plan !== null)
    void stores.changes.settled(outcome.plan.id).then(() => syncUploads(stores, scope));
  return outcome;
}

function syncUploads(stores: Stores, scope: Scope): void {
  const last = lastSyncJob(stores.jobs.list, stores.profiles.openId, { collection: 'uploads', scope });
  // Guests, Reporters and Developers can upload, but can't list the uploads
  if (last?.failure?.code === 'denied') return;
  void syncAfterChange(stores.session, 'uploads', scope);
}
