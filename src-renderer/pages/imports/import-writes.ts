import type { RowState } from '#shared/contract/changes.ts';
import type { ImportEntry } from '#shared/contract/imports.ts';
import { changes as planWords } from '#shared/text/en/changes.ts';
import { importSources } from '#shared/text/en/import-sources.ts';
import { imports as words } from '#shared/text/en/imports.ts';
import type { Values } from '../../console/forms/form-draft.svelte.ts';
import { FieldError } from '../../console/forms/form-spec.ts';
import { planAndApply, type Outcome } from '../../console/plan/plan-and-apply.ts';
import type { Stores } from '../../stores/context.ts';
import { problemOfImport } from '../../stores/transfers/imports.svelte.ts';
import { bodyOf, importForms, isImportOp, withoutSecrets, type ImportWrite } from './import-forms.ts';

/** Check a single import, then plan it. Fails: `FieldError` for a problem. */
export async function sendImport(stores: Stores, op: ImportWrite, changed: Values): Promise<Outcome> {
  const values: Values = { ...importForms[op].initial, ...changed };
  const body = bodyOf(op, values);
  const problem = isImportOp(op) ? await problemOfImport(stores.session, op, withoutSecrets(body)) : null;
  if (problem !== null) throw new FieldError(problem.field ?? '', words.problem(problem, stores.profiles.dialect));
  if (op === 'imports.cancel') return cancelImports(stores, [Number(body['project_id'])]);
  return planAndApply(stores, {
    calls: [{ op, body }],
    keepSecrets: values['keep_secret'] === true,
    ...planWordsOf(stores, op),
    done: op === 'imports.gists' ? words.gistsDone : ({ label }) => words.done(label),
    fields: Object.keys(body),
  });
}

/** Cancel the imports of these projects with one plan. */
export function cancelImports(stores: Stores, projectIds: readonly number[]): Promise<Outcome> {
  return planAndApply(stores, {
    calls: projectIds.map((id) => ({ op: 'imports.cancel', body: { project_id: id } })),
    ...planWordsOf(stores, 'imports.cancel'),
    done: (row) => words.cancelDone(row.label),
    fields: ['project_id'],
  });
}

/** Plan to send again a request whose outcome is unknown. Its secrets must be entered again. Fails: as the core does. */
export async function requestAgain(stores: Stores, { id, planId, op }: ImportEntry): Promise<void> {
  const { changes } = stores;
  const { title, ...shown } = planWordsOf(stores, op);
  const which = { planId, states: ['unknown'] as RowState[], journalIds: [id] };
  const plan = await changes.again({ ...which, title: planWords.titleFrom(title) });
  changes.setWords(plan.id, shown);
  void changes.show(plan.id, { isNew: true });
}

function planWordsOf({ profiles }: Stores, op: ImportWrite) {
  switch (op) {
    case 'imports.gists':
      return { title: words.gistsPlan, consequence: words.gistsConsequence };
    case 'imports.cancel':
      return { title: words.cancelPlan, consequence: words.cancelConsequence, isDestructive: true };
    default:
      return { title: words.plan, consequence: importSources(profiles.dialect).consequence(1) };
  }
}
