import { commitBuilder as words } from '#shared/text/en/commit-builder-forms.ts';
import { refusalOf } from '#shared/text/en/refusals.ts';
import { visibleText } from '../../../components/text/visible-text.ts';
import { planAndApply, type Outcome } from '../../../console/plan/plan-and-apply.ts';
import { readAfterUndo, readCommitted } from '../../../stores/commit-builder/after-commit.ts';
import type { BuilderDraft } from '../../../stores/commit-builder/builder-draft.svelte.ts';
import type { Stores } from '../../../stores/context.ts';
import { commitPath } from '../file-address.ts';
import { byteOrderMark, commitBody } from './commit-body.ts';

/** Fields whose refusals are shown at them. */
const fields = [
  'branch',
  'commit_message',
  'start_branch',
  'start_sha',
  'start_project',
  'author_name',
  'author_email',
];

/**
 * Compare the files with the platform, then show the plan of the commit. Nothing is planned if a file changed. After a
 * refusal with 400, which names no file (document 1:145), the files are compared again. Never rejects.
 */
export async function planCommit(stores: Stores, draft: BuilderDraft, codePath: string): Promise<void> {
  draft.refusal = null;
  if (draft.paths.length > 0 && (await draft.compare()) !== true) return;
  const { scope } = stores;
  const body = commitBody(draft.fields, draft.actions);
  /** The new commit, or its branch until its SHA is known. */
  let made = body.branch;
  const outcome = await planAndApply(stores, {
    title: () => words.planTitle(draft.actions.length, body.branch),
    calls: [{ op: 'commits.create', path: { id: scope.entry?.ref ?? '' }, body }],
    isShown: true,
    ...(body.force === true && { consequence: words.forced, isDestructive: true }),
    done: () => words.committed(visibleText(body.branch)),
    link: { label: words.show, run: () => stores.route.navigate(commitPath(codePath, made)) },
    formerTexts: formerTextsOf(draft.actions),
    fields,
  });
  if (outcome.kind === 'applied')
    made = (await finish(stores, draft, { planId: outcome.plan.id, branch: body.branch })) ?? made;
  else if (outcome.kind === 'refused') await explainRefusal(draft, outcome);
}

/** The texts of the files before the commit, by path, with their byte order marks. */
function formerTextsOf(actions: BuilderDraft['actions']): Map<string, string> {
  const files = actions.map(({ source }) => source).filter((source) => source !== null);
  return new Map(
    files.flatMap(({ path, text, hasByteOrderMark }) =>
      text === null ? [] : [[path, hasByteOrderMark ? byteOrderMark + text : text] as const],
    ),
  );
}

/** Empty the draft and read what the commit changed. Returns the SHA of the commit; null: it could not be read. */
async function finish(
  { session }: Stores,
  draft: BuilderDraft,
  { planId, branch }: { planId: string; branch: string },
): Promise<string | null> {
  const paths = draft.actions.flatMap(({ file_path, previous_path }) => [file_path.trim(), previous_path.trim()]);
  const written = [...new Set(paths.filter((path) => path !== ''))];
  const committed = { scope: draft.scope, branch, paths: written };
  draft.clear(branch);
  readAfterUndo(session, planId, committed);
  return readCommitted(session, committed);
}

async function explainRefusal(draft: BuilderDraft, { failure, op = '' }: Outcome & { kind: 'refused' }): Promise<void> {
  if (failure.code === 'aborted') return;
  const refusal = refusalOf(op, failure, fields);
  if (refusal.field !== null) {
    draft.refusals = { ...draft.refusals, [refusal.field]: refusal };
    return;
  }
  const isSame = failure.status === 400 && draft.paths.length > 0 ? await draft.compare() : null;
  draft.refusal = isSame === true ? { ...refusal, text: `${refusal.reason} ${words.notChanged}` } : refusal;
}
