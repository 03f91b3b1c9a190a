import type { Mutant } from '../mutant.ts';

const form = 'test/component/console/form.test.ts';
const artifacts = 'test/component/artifacts/artifact-writes.test.ts';

/** Faults chosen by someone who had not read the tests, so that they are independent of what the tests check. */
export const mutants: readonly Mutant[] = [
  {
    fault: 'The error of the instance about a field is not shown at the field.',
    file: 'src-renderer/console/forms/form-draft.svelte.ts',
    text: 'return this.refusals[name] ?? (this.isTried ? (this.errors[name] ?? null) : null);',
    replacement: 'return this.isTried ? (this.errors[name] ?? null) : null;',
    noticedBy: [`${form} › an error of the instance about a field is shown below that field`],
  },
  {
    fault: 'A disabled button does not show why it is disabled.',
    file: 'src-renderer/components/buttons/Button.svelte',
    text: '{...tooltip(disabledReason)}',
    replacement: '{...tooltip(isOff ? null : disabledReason)}',
    noticedBy: [`${artifacts} › artifacts are deleted only after their job was typed; the files on this computer stay`],
  },
  {
    fault: 'With a read-only profile, the instance can be changed.',
    file: 'src-renderer/stores/availability.ts',
    text: 'if (stores.session.isReachable && stores.profiles.open?.readOnly === true) return shell.readOnlyWhy;',
    replacement:
      'if (!stores.session.isReachable && stores.profiles.open?.readOnly === true) return shell.readOnlyWhy;',
    noticedBy: [`${artifacts} › with a read-only profile, artifacts can’t be kept or deleted, and the reason is shown`],
  },
  {
    fault: 'A job that loses the network fails, instead of waiting until it is back.',
    file: 'src-main/jobs/retries.ts',
    text: "if (code !== 'offline' && code !== 'throttled' && !canPass) return null;",
    replacement: "if (code !== 'throttled' && !canPass) return null;",
    noticedBy: [
      'test/core/syncs/jobs.test.ts › a sync waits while the platform is down, and continues when the network is back',
    ],
  },
  {
    fault: 'The input of a form that is closed while it is sent is discarded.',
    file: 'src-renderer/console/forms/FormDialog.svelte',
    text: 'if (isOver || !draft.isDirty) return dropDraft(stores, name);',
    replacement: 'if (isOver || !draft.isDirty || isClosed) return dropDraft(stores, name);',
    noticedBy: [
      `${form} › a refusal that arrives after the form was closed is shown as a message, and in the form when it is opened again`,
    ],
  },
  {
    fault: 'An undo overwrites a value that somebody else has set since.',
    file: 'src-main/changes/engine/undo.ts',
    text: "some((each) => matchingSide(each, shown) === 'after')",
    replacement: "some((each) => matchingSide(each, shown) !== 'before')",
    noticedBy: ['test/core/changes/undo.test.ts › undo pauses if somebody else has changed the resource since'],
  },
  {
    fault: 'A plan does not say before it is applied that it can’t be undone.',
    file: 'src-renderer/console/plan/dialog/PlanFacts.svelte',
    text: "{#if !isIdle}<span class={plan.undo.kind === 'exact'",
    replacement: "{#if !isIdle && !isDraft}<span class={plan.undo.kind === 'exact'",
    noticedBy: [
      `${artifacts} › the plan that prevents the expiry says that it can’t be undone, and the page says that it was prevented`,
    ],
  },
  {
    fault: 'Tokens and passwords are shown in the log of requests.',
    file: 'src-main/api/client/wire/secrets.ts',
    text: 'return alwaysSecret.includes(plain) || names.includes(plain);',
    replacement: 'return alwaysSecret.includes(plain) && names.includes(plain);',
    noticedBy: [
      'test/api/client/secrets.test.ts › failures, attempts and the log contain no secret, even if the platform echoes it',
    ],
  },
  {
    fault: 'After “select all”, a search keeps everything selected.',
    file: 'src-renderer/console/state/list-state.svelte.ts',
    text: 'if (this.selection.isAll && !isSameView(query, this.query, false)) this.selection.clear();',
    replacement: 'if (this.selection.isAll && isSameView(query, this.query, false)) this.selection.clear();',
    noticedBy: [
      'test/component/runners/runners-page.test.ts › after all matching rows were selected, a search clears the selection, because other rows match',
    ],
  },
  {
    fault: 'The mode `saver` checks more often than `normal`, and `eager` less often.',
    file: 'src-main/jobs/watches/intervals.ts',
    text: 'kind.everyMs * factors[mode]',
    replacement: 'kind.everyMs / factors[mode]',
    noticedBy: [
      'src-main/jobs/watches/intervals.test.ts › `saver` checks a third as often as `normal`, and `eager` twice as often',
    ],
  },
];
