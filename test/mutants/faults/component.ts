import type { Mutant } from '../mutant.ts';

const axe = 'test/component/axe';
const forms = (file: 'administration' | 'project', about: string): string =>
  `${axe}/${file}-forms.test.ts › axe finds nothing in forms of ${about}`;
const accounts = forms('administration', 'accounts, tokens, members, certificates and webhooks');
const runners = forms('administration', 'runners, mirrors and imports');
const deployments = forms('project', 'deployments, allowlists, context commits and notifications');
const branches = forms('project', 'branches, submodules and files');
const markdown = 'test/component/text/markdown.test.ts';

/** Findings of axe in dialogs, which browser tests and tests of pages looked for before. */
export const mutants: readonly Mutant[] = [
  {
    fault: 'A field with suggestions has no label, because its control lacks the ID of the field.',
    file: 'src-renderer/console/forms/inputs/SuggestInput.svelte',
    text: '  {...wiring}\n',
    replacement: '',
    noticedBy: [branches],
    formerly: 'test/e2e/writing/branches.spec.ts › a submodule is updated to a full SHA, and other input is explained',
  },
  {
    fault: 'The field for a missing secret of a plan has no label.',
    file: 'src-renderer/console/plan/dialog/PlanSecrets.svelte',
    text: '              {...wiring}\n              type="password"',
    replacement: '              type="password"',
    noticedBy: [
      `${axe}/plans.test.ts › axe finds nothing in plans with drifted rows, with a missing secret, and with a typed name`,
    ],
    formerly:
      'test/e2e/pages/plan.spec.ts › a plan is reviewed, applied, continued and undone by keyboard alone and has a journal, and a new token is revealed once',
  },
  {
    fault: 'The field that shows a revealed secret has no label.',
    file: 'src-renderer/console/plan/rows/RevealSecret.svelte',
    text: '        aria-label={words.value}\n',
    replacement: '',
    noticedBy: [
      `${axe}/plans.test.ts › axe finds nothing in an applied plan, its undo, a revealed secret and the question before leaving it`,
    ],
    formerly:
      'test/e2e/pages/service-accounts.spec.ts › tokens of an account are listed and created, and the value is revealed once',
  },
  {
    fault: 'The number of rows to apply first has no label.',
    file: 'src-renderer/console/plan/dialog/PlanOptions.svelte',
    text: '          aria-label={words.canaryRows}\n',
    replacement: '',
    noticedBy: [
      `${axe}/plans.test.ts › axe finds nothing in a draft, its details, a paused plan and its strip, and in a plan with refused rows`,
    ],
    formerly:
      'test/e2e/pages/plan.spec.ts › a plan is reviewed, applied, continued and undone by keyboard alone and has a journal, and a new token is revealed once',
  },
  {
    fault: 'The label of a field does not belong to its control.',
    file: 'src-renderer/components/inputs/Field.svelte',
    text: 'for={id}',
    replacement: 'for="{id}-other"',
    noticedBy: [accounts, deployments, 'test/component/console/form.test.ts › a form with errors has no axe violation'],
  },
  {
    fault: 'In the form of a mirror, the field of the target has an empty label.',
    file: 'src-shared/text/en/remote-mirrors.ts',
    text: "url: 'Target URL',",
    replacement: "url: '',",
    noticedBy: [runners],
    formerly:
      'test/component/remote-mirrors/remote-mirrors-page.test.ts › table, panel and form have no axe violation in either theme',
  },
  {
    fault: 'A choice of a form refers to a description that is not in the page.',
    file: 'src-renderer/components/inputs/Choice.svelte',
    text: 'id="{name}-note"',
    replacement: 'id="{name}-other"',
    noticedBy: [
      'test/component/console/form.test.ts › the error of a choice is announced with its group, whose chosen option gets the focus',
    ],
  },
  {
    fault: 'Errors of fields are too pale.',
    file: 'src-renderer/components/inputs/Field.svelte',
    text: '<p class="bad-text t-xs pretty" id="{id}-error">',
    replacement: '<p class="bad-text t-xs pretty" style="color: #8a8a8a" id="{id}-error">',
    noticedBy: ['test/node/contrast.test.ts › components have text only on backgrounds whose contrast is tested'],
  },
  {
    fault: 'A long text is rendered as a whole at once instead of in steps.',
    file: 'src-renderer/components/markdown/Markdown.svelte',
    text: 'const first = 20_000;',
    replacement: 'const first = 1_000_000;',
    noticedBy: [
      `${markdown} › only the first step of the longest text that the platform allows is rendered, in small parts`,
    ],
    formerly: `${markdown} › a text of 1000000 characters of HTML is rendered in small parts`,
  },
  {
    fault: 'The parts of a long text are so large that rendering one blocks the window.',
    file: 'src-renderer/components/markdown/pieces.ts',
    text: 'export const mostInPiece = 1_500;',
    replacement: 'export const mostInPiece = 6_000;',
    noticedBy: [`${markdown} › a long text of words is rendered in small parts`],
    formerly: `${markdown} › a text of 120000 characters of words is rendered in small parts`,
  },
  {
    fault: '"Show more" shows the same part of a long text again.',
    file: 'src-renderer/components/markdown/Markdown.svelte',
    text: 'most: end + step }',
    replacement: 'most: step }',
    noticedBy: [`${markdown} › "Show more" adds the next part`],
    formerly: `${markdown} › "Show more" adds the next part`,
  },
  {
    fault: 'All context commits of a merge request are rendered with all fields at once.',
    file: 'src-renderer/pages/merge-requests/ContextCommits.svelte',
    text: 'const stepRows = 200;',
    replacement: 'const stepRows = 1_000;',
    noticedBy: [
      'test/component/thread/context-commits.test.ts › the first context commits are listed, and all of them with all documented fields on request',
    ],
    formerly:
      'test/component/thread/context-commits.test.ts › the first context commits are listed, and all of them with all documented fields on request',
  },
  {
    fault: 'After "Show more", a long note scrolls to its end.',
    file: 'src-renderer/console/thread/NoteList.svelte',
    text: 'function clicked({ target }: MouseEvent): void {\n    keptEnd = null;',
    replacement: 'function clicked({ target }: MouseEvent): void {',
    noticedBy: [
      'test/component/thread/thread.test.ts › the end of a long last note stays visible while it is rendered, and "Show more" continues where it ended',
    ],
    formerly:
      'test/component/thread/thread.test.ts › the end of a long last note stays visible while it is rendered, and "Show more" continues where it ended',
  },
  {
    fault: 'When all matching rows are selected, only the rows that were selected one by one are planned.',
    file: 'src-renderer/components/grid/selection.svelte.ts',
    text: "return this.#isAll ? { kind: 'all', except: [...this.#named] } : { kind: 'ids', ids: [...this.#named] };",
    replacement: "return { kind: 'ids', ids: [...this.#named] };",
    noticedBy: [
      'test/component/console/large-lists.test.ts › runners, 5001 rows: only a few are rendered and requested, a key goes to the last row, and all matching rows can be selected',
      'test/component/console/large-lists.test.ts › enterpriseUsers, 5001 rows: only a few are rendered and requested, a key goes to the last row, and all matching rows can be selected',
    ],
    formerly:
      'test/component/console/large-lists.test.ts › runners, 100000 rows: only a few are rendered and requested, a key goes to the last row, and all matching rows can be selected',
  },
];
