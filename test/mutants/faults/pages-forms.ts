import type { Mutant } from '../mutant.ts';

const imports = 'test/component/imports/import-forms.test.ts';
const ofImports = 'test/e2e/pages/imports.spec.ts';
const alone = `${ofImports} › a repository is imported and the import is canceled, by keyboard alone`;
const hostB = `${ofImports} › code host B uses one kind of sign-in, its server the others, and gists are imported once`;
const queue = `${ofImports} › a CSV becomes a queue: errors are reported by line, and a rate limit is waited for`;
const certificates = 'test/component/certificates/certificates-page.test.ts';
const lookUp = 'test/component/keys/look-up-dialog.test.ts';
const ofKeys = 'test/e2e/pages/keys.spec.ts';
const pasted = `${ofKeys} › keys are pasted, looked up and shown, and a certificate is added, undone and deleted, by keyboard alone`;
const webhook = 'test/component/webhooks/new-webhook.test.ts';
const ofWebhooks =
  'test/e2e/pages/webhooks.spec.ts › webhooks and their deliveries are listed, a webhook is created, and failed deliveries are resent';

/** Imports, keys, certificates and webhooks. */
export const mutants: readonly Mutant[] = [
  {
    fault: 'An import to a path that exists is sent.',
    file: 'src-renderer/pages/imports/import-writes.ts',
    text: 'if (problem !== null) throw',
    replacement: "if (problem !== null && problem.kind !== 'exists') throw",
    noticedBy: [
      `${imports} › required fields of an import are explained, and a path that exists is explained at its field before anything is sent`,
    ],
    formerly: alone,
  },
  {
    fault: 'An import also sends values that were not entered.',
    file: 'src-renderer/pages/imports/import-forms.ts',
    text: "value !== undefined && value !== null && value !== '' && value !== initial[name],",
    replacement: "value !== undefined && value !== null && value !== '' && value !== initial,",
    noticedBy: [`${imports} › an import sends the entered values only, and the plan says what can’t be undone`],
    formerly: alone,
  },
  {
    fault: 'An import that has ended can be canceled.',
    file: 'src-renderer/pages/imports/HistoryRow.svelte',
    text: '$derived(entry.isCancellable ? writeReason(stores) : sources.cannotCancel)',
    replacement: '$derived(writeReason(stores))',
    noticedBy: [
      `${imports} › an import that has ended can’t be canceled, and an import that is not in the list is canceled by its project ID`,
    ],
    formerly: alone,
  },
  {
    fault: 'The address of a server of code host B may contain a password.',
    file: 'src-renderer/pages/imports/import-forms.ts',
    text: 'z.string().regex(plainAddress, words.addressWrong)',
    replacement: 'z.string().min(1)',
    noticedBy: [
      `${imports} › the address https://me:pw@code.example of a server of code host B is explained at its field, and nothing is sent`,
    ],
    formerly: hostB,
  },
  {
    fault: 'A second import of gists is not explained.',
    file: 'src-shared/text/en/refusals/imports.ts',
    text: "what: 'An import of gists is already running.',",
    replacement: "what: 'The instance refused the import.',",
    noticedBy: [`${imports} › the form of gists explains a refusal with status 422, and keeps the token`],
    formerly: hostB,
  },
  {
    fault: 'The form keeps the secret of one kind of sign-in after another kind is chosen.',
    file: 'src-renderer/console/forms/FormDialog.svelte',
    text: 'if (!shown.includes(secret) && draft.values[secret]) draft.set(secret, undefined);',
    replacement: "if (!shown.includes(secret) && draft.values[secret] === '') draft.set(secret, undefined);",
    noticedBy: [
      `${imports} › code host B gets the fields of one kind of sign-in, and the secret of the other is not kept`,
    ],
  },
  {
    fault: 'A CSV with a column of tokens is sent.',
    file: 'src-renderer/pages/imports/queue-imports.svelte.ts',
    text: 'if (tokens !== undefined) throw',
    replacement: 'if (tokens !== undefined && good.length === 0) throw',
    noticedBy: [`${imports} › a CSV with a column of tokens is not sent, and is not kept`],
    formerly: queue,
  },
  {
    fault: 'Lines of a CSV that were not sent are lost.',
    file: 'src-renderer/pages/imports/queue-imports.svelte.ts',
    text: 'const remaining = linesLeft(text, queue.lines);',
    replacement: "const remaining = '';",
    noticedBy: [`${imports} › a plan contains the lines without problems, and the others stay in the form`],
    formerly: queue,
  },
  {
    fault: 'A pasted private key is not recognized.',
    file: 'src-renderer/stores/keys/private-key-guard.ts',
    text: 'return performance.now() - this.#seenAt < quarantineMs;',
    replacement: 'return false;',
    noticedBy: [
      `${certificates} › a private key is removed from its field with a warning, and never reaches the core`,
      `${lookUp} › a private key is removed with a warning, and never reaches the core`,
    ],
    formerly: `${ofKeys} › a private key is refused with a warning, and stored nowhere`,
  },
  {
    fault: 'An incomplete key is not explained.',
    file: 'src-renderer/pages/ssh-certificates/add-certificate.ts',
    text: 'return words.problem(answer.problem, answer.fault, answer.detail);',
    replacement: 'return null;',
    noticedBy: [
      `${certificates} › a key is checked while it is typed, and a bad one is explained at its field and not sent`,
    ],
    formerly: pasted,
  },
  {
    fault: 'The error for an invalid title of a certificate starts with the field name of the API.',
    file: 'src-renderer/pages/ssh-certificates/SshCertificatesPage.svelte',
    text: 'fieldError: words.removeError(title),',
    replacement: 'fieldError: words.removeField(title),',
    noticedBy: [`${certificates} › a certificate is deleted only after its exact title was typed`],
    formerly: pasted,
  },
  {
    fault: 'A key is looked up when it is pasted into a field, and ignored when it is pasted outside of any field.',
    file: 'src-renderer/pages/keys/KeysPage.svelte',
    text: "if (isField || stores.dialogs.list.length > 0 || text.trim() === '') return;",
    replacement: "if (!isField || stores.dialogs.list.length > 0 || text.trim() === '') return;",
    noticedBy: [
      `${lookUp} › a key that is pasted outside of any field is looked up, and a key that is pasted into a field is not`,
    ],
    formerly: pasted,
  },
  {
    fault: 'The template of a webhook is not checked.',
    file: 'src-renderer/pages/webhooks/create-webhook.ts',
    text: '.refine(isTemplate, words.errors.template)',
    replacement: '.refine(() => true, words.errors.template)',
    noticedBy: [
      `${webhook} › an address without a protocol and a template that is not JSON are explained at their fields`,
    ],
    formerly: ofWebhooks,
  },
  {
    fault: 'A header without a name is left out, and no error is shown.',
    file: 'src-renderer/pages/webhooks/create-webhook.ts',
    text: "list.every(({ key, value }) => key.trim() !== '' || value === '')",
    replacement: 'list.length >= 0',
    noticedBy: [`${webhook} › Add header: a value without a name is explained, and sent with its name`],
    formerly: ofWebhooks,
  },
  {
    fault: 'A branch pattern that does not apply is left out, and no error is shown.',
    file: 'src-renderer/pages/webhooks/create-webhook.ts',
    text: "if (strategy === 'all_branches' && pattern !== '')",
    replacement: "if (strategy === 'all_branches' && pattern === 'x')",
    noticedBy: [`${webhook} › a branch pattern that would be ignored is explained until its kind is chosen`],
    formerly: ofWebhooks,
  },
  {
    fault: 'The page of a project shows the deliveries of all webhooks.',
    file: 'src-renderer/pages/webhooks/WebhookConsole.svelte',
    text: '<Deliveries scope={chosen ?? scope}',
    replacement: '<Deliveries scope={chosen}',
    noticedBy: [
      'test/component/webhooks/webhooks-page.test.ts › the page of a project asks for the deliveries of its webhooks only, and those of a chosen webhook',
    ],
    formerly: ofWebhooks,
  },
  {
    fault: 'A new export in the window of a group starts with a project.',
    file: 'src-renderer/pages/dependency-exports/DependencyExportsPage.svelte',
    text: "kind: scope.entry?.kind ?? 'project'",
    replacement: "kind: 'project'",
    noticedBy: [
      'test/component/dependency-exports/page.test.ts › a new export in the window of a group starts with this group, and each kind of place keeps its own text',
    ],
  },
  {
    fault: 'An error of the instance stays at its field after the form was sent again.',
    file: 'src-renderer/console/forms/form-draft.svelte.ts',
    text: '    if (data === undefined) return null;\n    this.refusals = {};',
    replacement: '    if (data === undefined) return null;',
    noticedBy: [
      'test/component/dependency-exports/add-export.test.ts › the dialog explains each refusal and stays open',
    ],
  },
];
