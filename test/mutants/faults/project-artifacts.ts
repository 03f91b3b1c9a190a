import type { Mutant } from '../mutant.ts';

const was = (spec: string, name: string): string => `test/e2e/project/${spec}.spec.ts › ${name}`;
const isNow = (folder: string, file: string, name: string): string =>
  `test/component/${folder}/${file}.test.ts › ${name}`;

/** Deployments, artifacts, downloads and the job token scope of a project. */
export const mutants: readonly Mutant[] = [
  {
    fault: 'The chosen time range is not saved as the default of other projects.',
    file: 'src-renderer/pages/deployments/DeploymentsPage.svelte',
    text: '{ ...readSettings(saved), ...change }',
    replacement: '{ ...readSettings(saved), ...{ days: change.days === undefined ? null : null } }',
    noticedBy: [
      isNow(
        'deployments',
        'saved-settings',
        'the time range and the age of stuck deployments are in the address, and saved as the default',
      ),
    ],
    formerly: was(
      'deployments',
      'the time range and the age of stuck deployments are in the address, and saved as the default',
    ),
  },
  {
    fault: 'The button that shows deployments as a list keeps the grid.',
    file: 'src-renderer/pages/deployments/DeploymentsPage.svelte',
    text: "onclick={() => set({ layout: 'list' })}",
    replacement: "onclick={() => set({ layout: 'grid' })}",
    noticedBy: [
      isNow(
        'deployments',
        'saved-settings',
        'the list shows the same deployments instead of the grid, and is saved as the layout',
      ),
    ],
    formerly: was(
      'deployments',
      'in a small window › the grid scrolls sideways, and the list has the same deployments',
    ),
  },
  {
    fault: 'The button that cancels a download has no effect.',
    file: 'src-renderer/stores/jobs/downloads.svelte.ts',
    text: 'await session.client.downloads.cancel({ id });',
    replacement: 'await Promise.resolve(id);',
    noticedBy: [isNow('deployments', 'downloads', 'a download shows its progress, and is canceled by keyboard')],
    formerly: was(
      'deployments',
      'a download shows its progress, is canceled by keyboard, and a broken one says what to do',
    ),
  },
  {
    fault: 'When a download fails, no error is shown.',
    file: 'src-renderer/pages/deployments/artifacts/ArtifactFile.svelte',
    text: 'attempt(() => file.download(tools.takeToken()), words.loadFailed);',
    replacement: 'file.download(tools.takeToken()).catch(() => undefined);',
    noticedBy: [
      isNow('deployments', 'kept-artifacts', 'a download that breaks says what to do, and the file stays “not stored”'),
    ],
    formerly: was(
      'deployments',
      'a download shows its progress, is canceled by keyboard, and a broken one says what to do',
    ),
  },
  {
    fault: 'An artifact that a person stops keeping stays chosen.',
    file: 'src-renderer/stores/project/artifacts/chosen-artifacts.svelte.ts',
    text: 'artifactFiles.choose({ source, isChosen });',
    replacement: 'artifactFiles.choose({ source, isChosen: true });',
    noticedBy: [
      isNow(
        'deployments',
        'kept-artifacts',
        'an artifact that a person stops keeping leaves the list, and the others stay',
      ),
    ],
    formerly: was('deployments', 'artifacts that a person keeps are stored by a pin of the project, and saved offline'),
  },
  {
    fault: 'A job ID with a fraction is not refused at its field.',
    file: 'src-renderer/pages/deployments/artifacts/ArtifactsStart.svelte',
    text: 'isRefused = !/^[1-9]\\d{0,14}$/.test(id);',
    replacement: 'isRefused = !/^[1-9]/.test(id);',
    noticedBy: [
      isNow(
        'deployments',
        'kept-artifacts',
        'a job ID that is no number, and a branch that the API does not support, are explained at their fields',
      ),
    ],
    formerly: was(
      'deployments',
      'artifacts are opened by the ID of any job and by branch and job name, and an opened file stays there offline',
    ),
  },
  {
    fault: 'The focus is lost when the panel of an entry of the allowlist is closed.',
    file: 'src-renderer/pages/job-token-scope/JobTokenScope.svelte',
    text: '    if (opener instanceof HTMLElement) opener.focus();\n',
    replacement: '',
    noticedBy: [
      isNow(
        'project',
        'job-token-scope',
        'the stored fields of an entry are in its panel, and the focus returns to the entry when the panel closes',
      ),
    ],
    formerly: was(
      'job-token-scope',
      'the page shows which projects can use a job token here, and where it can be used, also offline',
    ),
  },
  {
    fault: 'When a search in the table of the reach finds nothing, the table does not say that nothing matches.',
    file: 'src-renderer/pages/job-token-scope/ReachTable.svelte',
    text: "{#if typed.trim() !== ''}{words.noMatch}",
    replacement: "{#if typed.trim() === '-'}{words.noMatch}",
    noticedBy: [
      isNow(
        'project',
        'job-token-scope',
        'the page shows which projects can use a job token here, and where it can be used, in one direction or both',
      ),
    ],
    formerly: was(
      'job-token-scope',
      'the page shows which projects can use a job token here, and where it can be used, also offline',
    ),
  },
  {
    fault: 'In a small window, the address of the tab for the reach shows the allowlist.',
    file: 'src-renderer/pages/job-token-scope/JobTokenScope.svelte',
    text: "restOf(route, base)[0] === 'reach' ? 'reach' : 'allowlist'",
    replacement: "restOf(route, base)[0] === 'reach' ? 'allowlist' : 'allowlist'",
    noticedBy: [
      isNow('project', 'job-token-scope', 'in a small window, allowlist and reach are tabs with their own addresses'),
    ],
    formerly: was(
      'job-token-scope',
      'in a small window › allowlist and reach are tabs, and a reload returns to the shown one',
    ),
  },
  {
    fault: 'A refused list of the allowlist is shown as an empty one.',
    file: 'src-renderer/pages/job-token-scope/AllowlistPane.svelte',
    text: '{#if entries.length === 0 && list.syncedAt !== null}',
    replacement: '{#if entries.length === 0}',
    noticedBy: [isNow('project', 'job-token-scope', 'refused lists are shown as refused, not as empty')],
    formerly: was(
      'job-token-scope',
      'with the token of a developer › a refused list is shown as refused, not as empty',
    ),
  },
];
