import type { Mutant } from '../mutant.ts';

const writeForms = (name: string): string => `test/architecture/write-forms.test.ts › ${name}`;

/** A part of a collection or of a write is missing, or not connected with the other parts. */
export const mutants: readonly Mutant[] = [
  {
    fault: 'Nothing leads to the page of a collection.',
    file: 'src-renderer/app/navigation.ts',
    text: "    list('sshCertificates', ScrollText, 'g h', () => import('../pages/ssh-certificates/SshCertificatesPage.svelte')),\n",
    replacement: '',
    noticedBy: [
      'test/architecture/window/navigation.test.ts › sshCertificates is in the navigation, or the test names the page that shows it',
    ],
  },
  {
    fault: 'No button opens a form.',
    file: 'src-renderer/pages/ssh-certificates/SshCertificatesPage.svelte',
    text: "dialogs.form(import('./add-certificate.ts'), scope ?? '')",
    replacement: 'undefined',
    noticedBy: [writeForms('each form is opened by a page')],
  },
  {
    fault: 'A parameter of a write has no field in its form.',
    file: 'src-shared/contract/ssh-certificates.ts',
    text: 'z.object({ title: z.string().min(1), key: z.string().min(1) })',
    replacement: 'z.object({ title: z.string().min(1), key: z.string().min(1), usage_type: z.string().optional() })',
    noticedBy: [
      writeForms('every parameter of ssh-certificates.create is a field of its form, or has a reason why it is not'),
    ],
  },
  {
    fault: 'The rows of a plan have no names, because the write leads to no cached row.',
    file: 'src-main/changes/operations/ssh-certificates.ts',
    text: "    caches: { kind: 'row', collection: 'sshCertificates', id: 'certificate_id' },\n",
    replacement: '',
    noticedBy: [
      'src-main/changes/naming/row-names.test.ts › ssh-certificates.remove names its rows by the title that the declaration of the collection names',
    ],
  },
  {
    fault: 'An undo restores no field.',
    file: 'src-main/changes/operation-kit/inverse.ts',
    text: 'only?.includes(field) === false ?',
    replacement: 'only?.includes(field) !== true ?',
    noticedBy: [
      'src-main/changes/operations/operations.test.ts › an undo restores the runner switches that the platform includes in its replies, and may lose the others',
    ],
  },
  {
    fault: 'A sort in a saved view is no longer known.',
    file: 'src-shared/contract/wikis.ts',
    text: "slug: 'normal', format: 'text' }",
    replacement: "slug: 'normal' }",
    noticedBy: [
      'test/architecture/stored-names/stored-names.test.ts › stored names do not change: filters and sorts in saved views',
    ],
  },
  {
    fault: 'A list that groups and projects have is added again as a tab of each group.',
    file: 'src-renderer/app/place-tabs.ts',
    text: "hasGroups(one) && !('project' in outlines[one].lists) &&",
    replacement: 'hasGroups(one) &&',
    noticedBy: [
      'test/component/shell/place-tabs.test.ts › lists that groups have and projects don’t are tabs of a group, in the order of the navigation',
    ],
  },
  {
    fault: 'The setup syncs its lists in the reverse order.',
    file: 'src-main/services/setup/setup-steps.ts',
    text: 'a.position - b.position',
    replacement: 'b.position - a.position',
    noticedBy: [
      'test/services/setup-steps.test.ts › the search for places comes after the lists of the instance, before those of groups and projects',
    ],
  },
];
