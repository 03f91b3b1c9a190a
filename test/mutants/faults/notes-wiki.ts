import type { Mutant } from '../mutant.ts';

export const mutants: readonly Mutant[] = [
  {
    fault: 'A new wiki page can have the path of another page.',
    file: 'src-renderer/pages/wikis/forms/wiki-form.ts',
    text: 'const message = titleProblem(title, slugs(), own);',
    replacement: 'const message = titleProblem(title, new Set(), own);',
    noticedBy: [
      'test/component/wiki/wiki-form.test.ts › a new page without a title or a content, or with a path that the wiki has, is explained at its field',
    ],
    formerly:
      'test/e2e/writing/wiki.spec.ts › wiki pages are created, edited, moved and deleted, and each change is undone',
  },
  {
    fault: 'A page that was changed on the instance in the meantime is overwritten without a question.',
    file: 'src-renderer/pages/wikis/forms/wiki-form.ts',
    text: "if (newest === null || (newest.content ?? '') === content) return true;",
    replacement: 'if (newest === null || content !== null) return true;',
    noticedBy: [
      'test/component/wiki/wiki-form.test.ts › a page that was changed on the instance in the meantime is compared before it is overwritten',
    ],
    formerly:
      'test/e2e/writing/wiki.spec.ts › wiki pages are created, edited, moved and deleted, and each change is undone',
  },
  {
    fault: 'The form that moves a page doesn’t say that links to the old path stop working.',
    file: 'src-renderer/pages/wikis/forms/move-page.ts',
    text: 'isValid ? words.moves(',
    replacement: '!isValid ? words.moves(',
    noticedBy: [
      'test/component/wiki/page-actions.test.ts › another title moves the page, says which path changes, and opens the new path',
    ],
    formerly:
      'test/e2e/writing/wiki.spec.ts › wiki pages are created, edited, moved and deleted, and each change is undone',
  },
  {
    fault: 'A page can be moved to the path of another page.',
    file: 'src-renderer/pages/wikis/forms/move-page.ts',
    text: 'titleProblem(title, slugs(), slug)',
    replacement: 'titleProblem(title, new Set(), slug)',
    noticedBy: [
      'test/component/wiki/page-actions.test.ts › another title moves the page, says which path changes, and opens the new path',
    ],
    formerly:
      'test/e2e/writing/wiki.spec.ts › wiki pages are created, edited, moved and deleted, and each change is undone',
  },
  {
    fault: 'The preview is also offered for texts that are not Markdown.',
    file: 'src-renderer/pages/wikis/forms/WikiText.svelte',
    text: "format === 'markdown' ? { base, project: scope } : null",
    replacement: "format !== '' ? { base, project: scope } : null",
    noticedBy: [
      'test/component/wiki/wiki-form.test.ts › a new page is suggested in the folder of the shown one, previewed as Markdown only, and opened after it was created',
    ],
    formerly:
      'test/e2e/writing/wiki.spec.ts › wiki pages are created, edited, moved and deleted, and each change is undone',
  },
  {
    fault: 'A canceled plan loses the file that was chosen in the form of a page.',
    file: 'src-renderer/pages/wikis/forms/AttachHere.svelte',
    text: "if (outcome.kind !== 'applied') return;",
    replacement: "if (outcome.kind !== 'applied') return void (draft.files = []);",
    noticedBy: [
      'test/component/wiki/attach-file.test.ts › while a page is edited, a canceled plan keeps the chosen file, and an attached file is inserted as a link',
    ],
    formerly: 'test/e2e/writing/wiki.spec.ts › files are attached to the wiki, and their link is inserted or copied',
  },
  {
    fault: 'The form of an attachment can be sent without a file.',
    file: 'src-renderer/pages/wikis/forms/attach-file.ts',
    text: 'file: z.array(z.instanceof(File), words.errors.file).min(1, words.errors.file)',
    replacement: 'file: z.array(z.instanceof(File)).optional()',
    noticedBy: [
      'test/component/wiki/attach-file.test.ts › a file is attached on a branch after its plan was shown, and the returned link and path can be copied',
    ],
    formerly: 'test/e2e/writing/wiki.spec.ts › files are attached to the wiki, and their link is inserted or copied',
  },
  {
    fault: 'The link that the instance returns for an attachment is dropped.',
    file: 'src-main/changes/operations/wikis.ts',
    text: "replySummary: ({ link }) => textOf(link as State | null, 'markdown'),",
    replacement: 'replySummary: () => null,',
    noticedBy: [
      'test/core/project/content-writes.test.ts › a file is attached to the wiki on a branch after its plan, and its row has the link that the instance returned',
    ],
    formerly: 'test/e2e/writing/wiki.spec.ts › files are attached to the wiki, and their link is inserted or copied',
  },
  {
    fault: 'When a page is refused, its form is closed.',
    file: 'src-renderer/pages/wikis/forms/wiki-form.ts',
    text: "if (outcome.kind === 'applied') onsaved(own",
    replacement:
      "if (outcome.kind === 'refused') return { kind: 'unchanged' };\n      if (outcome.kind === 'applied') onsaved(own",
    noticedBy: [
      'test/component/wiki/wiki-form.test.ts › a refused edit is explained in its form, which keeps the input',
    ],
    formerly:
      'test/e2e/writing/wiki.spec.ts › is refused with the input kept; a deleted page and a missing network are explained',
  },
  {
    fault: 'Offline, the open page can be edited.',
    file: 'src-renderer/pages/wikis/forms/PageWrites.svelte',
    text: 'const reason = $derived(writeReason(stores));',
    replacement: 'const reason = $derived(stores.connection.isOffline ? null : writeReason(stores));',
    noticedBy: [
      'test/component/wiki/page-actions.test.ts › offline, no page can be created, edited, moved or deleted, and the reason is shown',
    ],
    formerly:
      'test/e2e/writing/wiki.spec.ts › is refused with the input kept; a deleted page and a missing network are explained',
  },
];
