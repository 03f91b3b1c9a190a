import type { Mutant } from '../mutant.ts';

const pages = 'src-renderer/pages/job-token-scope';
const added = 'test/component/job-token-scope/add-to-allowlist.test.ts';
const bulk = 'test/component/job-token-scope/change-allowlists.test.ts';
const shown = 'test/component/job-token-scope/job-token-page.test.ts';
const palette = 'test/component/project/palette-commands.test.ts';
const spec = 'test/e2e/writing/job-token-scope.spec.ts';
const story = 'entries are added and removed, and the allowlist is turned off and on, each with undo';
const commands =
  'while a project is chosen, the palette opens each of its forms from any page; a read-only profile says why not';

export const mutants: readonly Mutant[] = [
  {
    fault: 'A project is added to its own allowlist.',
    file: `${pages}/forms/add-to-allowlist.ts`,
    text: "if (kind === 'project' && (place === ref",
    replacement: "if (kind === 'group' && (place === ref",
    noticedBy: [`${added} › the project itself is refused at its field, and nothing is sent`],
    formerly: `${spec} › ${story}`,
  },
  {
    fault: 'An entry that the platform does not find is not named at its field.',
    file: `${pages}/forms/add-to-allowlist.ts`,
    text: 'if (failure.status !== 404 && failure.status !== 400) return undefined;',
    replacement: 'if (failure.status !== 400) return undefined;',
    noticedBy: [`${added} › an entry that the platform does not find is refused at the field`],
    formerly: `${spec} › ${story}`,
  },
  {
    fault: '“Select all” selects only projects.',
    file: `${pages}/AllowlistPane.svelte`,
    text: 'onchange={(isChosen: boolean) => choose(reach.entries, isChosen)}',
    replacement: 'onchange={(isChosen: boolean) => choose(projects, isChosen)}',
    noticedBy: [`${shown} › all entries are removed as one plan, which says what will fail`],
    formerly: `${spec} › ${story}`,
  },
  {
    fault: 'The allowlist is turned off without showing the consequences.',
    file: `${pages}/allowlist-actions.ts`,
    text: '    isShown: true,\n',
    replacement: '    isShown: enabled,\n',
    noticedBy: [`${shown} › the allowlist is turned off only after its consequences are shown`],
  },
  {
    fault: 'A path whose project is not in the catalogue is left out, and no error is shown.',
    file: `${pages}/forms/find-targets.ts`,
    text: 'if (id === null) throw new FieldError(field, words.unknownId(visibleText(String(place), 120)));',
    replacement: 'if (id === null) continue;',
    noticedBy: [
      `${added} › a path whose ID isn’t known is refused at its field, and nothing is sent`,
      `${added} › a group whose ID isn’t known is refused at its field, and nothing is sent`,
    ],
    formerly: `${spec} › ${story}`,
  },
  {
    fault: 'An entry is both added to and removed from the same allowlists.',
    file: `${pages}/forms/change-allowlists.ts`,
    text: 'kind === one.kind && id === one.id',
    replacement: 'kind !== one.kind && id === one.id',
    noticedBy: [
      `${bulk} › an entry that is both added and removed is refused, also if one is an ID and the other a path`,
    ],
    formerly: `${spec} › the same entries are added to and removed from several projects as one plan, and undone`,
  },
  {
    fault: 'Selected entries can be removed offline.',
    file: `${pages}/allowlist-actions.ts`,
    text: 'disabledReason: selected.length === 0 ? words.remove.none : reason,',
    replacement: 'disabledReason: selected.length === 0 ? (reason ?? words.remove.none) : null,',
    noticedBy: [
      `${shown} › offline, the allowlist can’t be changed, and the reason is shown`,
      `${shown} › with a read-only profile, the allowlist can’t be changed, and the reason is shown`,
    ],
    formerly: `${spec} › offline, nothing can be changed, and the reason is shown`,
  },
  {
    fault: 'A read-only profile can change the instance.',
    file: 'src-renderer/stores/availability.ts',
    text: 'stores.profiles.open?.readOnly === true) return shell.readOnlyWhy;',
    replacement: 'stores.profiles.open?.hasToken === false) return shell.readOnlyWhy;',
    noticedBy: [
      `${shown} › with a read-only profile, the allowlist can’t be changed, and the reason is shown`,
      `${palette} › with a read-only profile, the palette says why it can’t open a form of a project`,
      'test/component/notification-settings/settings-page.test.ts › with a read-only profile, the settings of a group can’t be edited, and the reason is shown',
      'test/component/snippets/snippet-list.test.ts › with a read-only profile, snippets can’t be created, edited or deleted in a list, and the reason is shown',
    ],
    formerly: `${spec} › with a read-only profile nothing can be changed, and the reason is shown`,
  },
  {
    fault: 'When the role of the token is not sufficient, the refusal is not shown in the form.',
    file: 'src-renderer/console/forms/Form.svelte',
    text: "if (failure.code === 'aborted') return;",
    replacement: "if (failure.code === 'aborted' || failure.code === 'denied') return;",
    noticedBy: [`${added} › the refusal of a token without the role says who can change the allowlist`],
    formerly: `${spec} › with the token of a developer a change is refused because the role is missing`,
  },
  {
    fault: 'The refusal does not say that the instance enforces the allowlist.',
    file: 'src-shared/text/en/refusals/settings.ts',
    text: "'job-token-scope.edit': {\n    400: {",
    replacement: "'job-token-scope.edit': {\n    409: {",
    noticedBy: [`${shown} › an instance that enforces the allowlist is named as the reason why it can’t be turned off`],
    formerly: `${spec} › on an instance that enforces the allowlist turning it off is refused with the reason`,
  },
  {
    fault: 'In a small window, the button for the selected entries is below the visible part.',
    file: `${pages}/AllowlistPane.svelte`,
    text: 'class="foot hstack sticky',
    replacement: 'class="foot hstack',
    noticedBy: [`${shown} › in a small window, the selection and the form fit`],
  },
  {
    fault: 'A command of the palette opens a page that does not have it.',
    file: 'src-renderer/pages/branches/verbs.ts',
    text: "const path = 'code/branches';",
    replacement: "const path = 'code/commits';",
    noticedBy: [
      `${palette} › the page of the command “Delete merged branches…” offers it by the same title, and it opens the form “Delete merged branches”`,
    ],
    formerly: `test/e2e/writing/palette.spec.ts › ${commands}`,
  },
  {
    fault: 'The palette offers forms of a project with a read-only profile.',
    file: 'src-renderer/app/palette/page-verbs.ts',
    text: 'disabledReason: isHarmless ? null : writeReason(stores),',
    replacement: 'disabledReason: stores.session.isReachable || isHarmless ? null : writeReason(stores),',
    noticedBy: [`${palette} › with a read-only profile, the palette says why it can’t open a form of a project`],
    formerly: `test/e2e/writing/palette.spec.ts › ${commands}`,
  },
  {
    fault: 'In a small window, selected entries have no button.',
    file: `${pages}/JobTokenScope.svelte`,
    text: "removal={actions.find(({ id }) => id === 'job-token-scope.remove')}",
    replacement: "removal={isNarrow ? undefined : actions.find(({ id }) => id === 'job-token-scope.remove')}",
    noticedBy: [`${shown} › in a small window, the selection and the form fit`],
    formerly: `${spec} › in a small window the selection and the form fit`,
  },
];
