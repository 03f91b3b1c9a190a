import type { Mutant } from '../mutant.ts';

export const mutants: readonly Mutant[] = [
  {
    fault: 'The form of an upload accepts no file.',
    file: 'src-renderer/pages/uploads/upload-files.ts',
    text: '.min(1, words.noFile)',
    replacement: '.min(0, words.noFile)',
    noticedBy: [
      'test/component/uploads/upload-forms.test.ts › at least one file must be chosen, a chosen one can be removed, and the rest is sent in one plan',
    ],
    formerly:
      'test/e2e/writing/uploads.spec.ts › files are uploaded from this computer, and deleted by their IDs and by their addresses',
  },
  {
    fault: 'The address of an upload of another project is accepted.',
    file: 'src-renderer/pages/uploads/delete-by-address.ts',
    text: "ref: readScope(scope)?.ref ?? '',",
    replacement: "ref: '',",
    noticedBy: [
      'test/component/uploads/upload-forms.test.ts › an address that is wrong, or of another instance or project, is explained at its field and not sent',
    ],
    formerly:
      'test/e2e/writing/uploads.spec.ts › files are uploaded from this computer, and deleted by their IDs and by their addresses',
  },
  {
    fault: 'The button that removes a file removes the other files instead.',
    file: 'src-renderer/console/forms/inputs/FileInput.svelte',
    text: 'files.filter((other) => other !== file)',
    replacement: 'files.filter((other) => other === file)',
    noticedBy: [
      'test/component/uploads/upload-forms.test.ts › at least one file must be chosen, a chosen one can be removed, and the rest is sent in one plan',
    ],
    formerly:
      'test/e2e/writing/uploads.spec.ts › files are uploaded from this computer, and deleted by their IDs and by their addresses',
  },
  {
    fault: 'The confirmation of deleted uploads doesn’t say that links stop working.',
    file: 'src-renderer/pages/uploads/upload-writes.ts',
    text: '    title: words.remove.plan,\n    done: ({ label }) => words.remove.done(label),\n    consequence: words.remove.consequence,\n    isDestructive: true,\n  });\n}\n\n/** Delete an upload by the secret',
    replacement:
      '    title: words.remove.plan,\n    done: ({ label }) => words.remove.done(label),\n    isDestructive: true,\n  });\n}\n\n/** Delete an upload by the secret',
    noticedBy: [
      'test/component/uploads/uploads-page.test.ts › selected uploads are deleted by their IDs after their number was typed',
    ],
    formerly:
      'test/e2e/writing/uploads.spec.ts › files are uploaded from this computer, and deleted by their IDs and by their addresses',
  },
  {
    fault: 'A refused deletion of an upload doesn’t name the required role.',
    file: 'src-shared/text/en/refusals/contents.ts',
    text: "'uploads.removeBySecret': {\n    403: notUploadMaintainer",
    replacement: "'uploads.removeBySecret': {\n    401: notUploadMaintainer",
    noticedBy: [
      'test/component/uploads/upload-forms.test.ts › a deletion that is refused with status 403 says why, and the form is shown again',
    ],
    formerly:
      'test/e2e/writing/uploads.spec.ts › a developer can upload but not delete; read-only and offline, both are disabled with the reason',
  },
  {
    fault: 'With a read-only profile and offline, the forms of uploads open.',
    file: 'src-renderer/pages/uploads/UploadsPage.svelte',
    text: 'const reason = $derived(writeReason(stores));',
    replacement: 'const reason = $derived(null);',
    noticedBy: [
      'test/component/uploads/uploads-page.test.ts › offline, files can’t be uploaded or deleted, and the reason is shown',
      'test/component/uploads/uploads-page.test.ts › with a read-only profile, files can’t be uploaded or deleted, and the reason is shown',
    ],
    formerly:
      'test/e2e/writing/uploads.spec.ts › a developer can upload but not delete; read-only and offline, both are disabled with the reason',
  },
  {
    fault: 'The plan of deleted artifacts doesn’t say that stored files stay.',
    file: 'src-renderer/pages/deployments/artifacts/artifact-actions.ts',
    text: 'remove.consequence(store.value?.stored.length ?? 0)',
    replacement: 'remove.consequence(0)',
    noticedBy: [
      'test/component/artifacts/artifact-writes.test.ts › artifacts are deleted only after their job was typed; the files on this computer stay',
    ],
    formerly:
      'test/e2e/writing/artifacts.spec.ts › artifacts are kept from expiring, and deleted after typing their name',
  },
  {
    fault: 'All artifacts of a project are deleted without typing its name.',
    file: 'src-main/changes/operations/artifacts.ts',
    text: "[resourcePathOf(write, 'jobs')],\n    needsTypedName: true,",
    replacement: "[resourcePathOf(write, 'jobs')],",
    noticedBy: [
      'test/core/project/artifact-and-deployment-writes.test.ts › all artifacts of a project expire, except those of the last successful pipelines, after typing its name',
    ],
    formerly:
      'test/e2e/writing/artifacts.spec.ts › artifacts are kept from expiring, and deleted after typing their name',
  },
  {
    fault: 'With a read-only profile and offline, artifacts can be kept and deleted.',
    file: 'src-renderer/pages/deployments/artifacts/artifact-actions.ts',
    text: 'const reason = writeReason(stores) ?? (isDeleted() ? remove.gone : null);',
    replacement: 'const reason = isDeleted() ? remove.gone : null;',
    noticedBy: [
      'test/component/artifacts/artifact-writes.test.ts › offline, artifacts can’t be kept or deleted, and the reason is shown',
      'test/component/artifacts/artifact-writes.test.ts › with a read-only profile, artifacts can’t be kept or deleted, and the reason is shown',
    ],
    formerly:
      'test/e2e/writing/artifacts.spec.ts › artifacts are kept from expiring, and deleted after typing their name',
  },
  {
    fault: 'A refused deletion of artifacts doesn’t name the required role.',
    file: 'src-shared/text/en/refusals/deployments.ts',
    text: "'artifacts.remove': {\n    403: {",
    replacement: "'artifacts.remove': {\n    401: {",
    noticedBy: [
      'test/component/artifacts/artifact-writes.test.ts › a refused deletion names the required role, and the artifacts are not shown as deleted',
    ],
    formerly:
      'test/e2e/writing/artifacts.spec.ts › refusals are explained: the role for a deletion, and a job without artifacts',
  },
  {
    fault: 'Keeping artifacts that no longer exist is refused without the likely reason.',
    file: 'src-shared/text/en/refusals/deployments.ts',
    text: "    404: {\n      what: 'The job doesn’t exist, or it has no artifacts.",
    replacement: "    410: {\n      what: 'The job doesn’t exist, or it has no artifacts.",
    noticedBy: [
      'test/component/artifacts/artifact-writes.test.ts › preventing the expiry of a job without artifacts is refused with the likely reason',
    ],
    formerly:
      'test/e2e/writing/artifacts.spec.ts › refusals are explained: the role for a deletion, and a job without artifacts',
  },
];
