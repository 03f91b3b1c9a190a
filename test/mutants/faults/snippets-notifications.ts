import type { Mutant } from '../mutant.ts';

const pages = 'src-renderer/pages/notification-settings';
const edited = 'test/component/notification-settings/edit-settings.test.ts';
const refused = 'test/component/notification-settings/refusals.test.ts';
const shown = 'test/component/notification-settings/settings-page.test.ts';
const core = 'test/core/project/notification-refusals.test.ts';
const unit = `${pages}/forms/settings-schema.test.ts`;
const spec = 'test/e2e/writing/notification-settings.spec.ts';
const refusals = 'test/e2e/writing/notification-refusals.spec.ts';
const story =
  'the settings of a group, a project and the whole instance are edited, with the events of the custom level';
const places = ['the instance', 'a group', 'a project'];

export const mutants: readonly Mutant[] = [
  {
    fault: 'An event that is on or off can be set back to its default, which the API does not support.',
    file: `${pages}/forms/EventChoices.svelte`,
    text: "return typeof was === 'boolean' ? choices : [unset, ...choices];",
    replacement: "return typeof was === 'string' ? choices : [unset, ...choices];",
    noticedBy: [
      `${edited} › an enabled event of a project can’t be reset to its default, only the changed event is sent, and there is none for epics`,
    ],
  },
  {
    fault: 'The event for epics is offered for a project.',
    file: `${pages}/forms/EventChoices.svelte`,
    text: "name !== 'new_epic' || kind !== 'project'",
    replacement: "name !== 'new_epic' || kind !== 'instance'",
    noticedBy: [
      `${edited} › an enabled event of a project can’t be reset to its default, only the changed event is sent, and there is none for epics`,
    ],
    formerly: `${spec} › ${story}`,
  },
  {
    fault: 'Text that is not an email address is accepted as the notification email.',
    file: `${pages}/forms/settings-schema.ts`,
    text: '.pipe(z.email())',
    replacement: '',
    noticedBy: [
      `${edited} › the address “not an address” is refused at its field, and nothing is sent`,
      `${unit} › an invalid or empty address is refused`,
    ],
    formerly: `${spec} › ${story}`,
  },
  {
    fault: 'The form closes when a value of a field is refused.',
    file: 'src-renderer/console/forms/Form.svelte',
    text: "if (outcome.kind !== 'refused') return ondone(outcome);",
    replacement: "if (outcome.kind !== 'refused' || outcome.failure.status === 400) return ondone(outcome as Outcome);",
    noticedBy: [`${refused} › a refusal that names the address is shown at the address, which keeps its input`],
    formerly: `${spec} › ${story}`,
  },
  {
    fault: 'Notification settings can be edited offline and with a read-only profile.',
    file: `${pages}/SettingsOfScope.svelte`,
    text: 'setting === null ? notificationForms.notSynced : writeReason(stores)',
    replacement: 'setting === null ? (writeReason(stores) ?? notificationForms.notSynced) : null',
    noticedBy: places.flatMap((place) => [
      `${shown} › with a read-only profile, the settings of ${place} can’t be edited, and the reason is shown`,
      `${shown} › offline, the settings of ${place} can’t be edited, and the reason is shown`,
    ]),
    formerly: `${spec} › offline, the settings can’t be edited, and the reason is shown`,
  },
  {
    fault: 'Events are sent although another level was chosen after them.',
    file: `${pages}/forms/settings-schema.ts`,
    text: "(level === 'custom' || !isEvent(name))",
    replacement: "(level !== '' || !isEvent(name))",
    noticedBy: [
      `${edited} › events that were chosen before another level aren’t sent`,
      `${unit} › events are sent at the level custom only, and the default is never sent`,
    ],
    formerly: `${refusals} › an event that is chosen for a project at the custom level is undone with the level`,
  },
  {
    fault: 'When the token lacks a scope, the error says that a role is missing.',
    file: 'src-main/api/client/wire/failures.ts',
    text: "return ['denied', 'scope'];",
    replacement: "return ['denied', 'role'];",
    noticedBy: [
      `${core} › a token that can only read is refused at every level because of its scope, and nothing is changed`,
    ],
    formerly: `${refusals} › a token that can only read the refusal (403) names the missing scope at every level, and the input stays`,
  },
  {
    fault: 'After a refusal, the form can’t be sent again.',
    file: 'src-renderer/console/forms/Form.svelte',
    text: '    } finally {\n      isBusy = false;\n    }',
    replacement: '    } finally {\n      isBusy = draft.refusal !== null;\n    }',
    noticedBy: [
      `${refused} › a user without the permission sees who can grant it, and the same input is saved later`,
      `${refused} › a group that the user can’t see any more is explained, and the same input is saved later`,
    ],
    formerly: `${refusals} › a user without the permission (403) reads who can give it, and saves the same input later`,
  },
  {
    fault: 'A refusal is not shown if the group or project is missing.',
    file: 'src-renderer/console/forms/Form.svelte',
    text: "if (failure.code === 'aborted') return;",
    replacement: "if (failure.code === 'aborted' || failure.code === 'missing') return;",
    noticedBy: [
      `${refused} › a project that can’t be read before the change is explained, and the same input is saved later`,
      'test/component/snippets/edit-snippet.test.ts › the refusal to change a snippet that was deleted meanwhile is shown in the form with what to do, and the input stays',
    ],
    formerly: `${refusals} › a developer a group or project that the user can’t see any more (404) is explained, and the input stays`,
  },
  {
    fault: 'When the instance does not support a request, the error says that something was not found.',
    file: 'src-main/api/client/wire/failures.ts',
    text: "if (status === 404 && isNoRoute(body)) return ['missing', 'not-offered'];",
    replacement: "if (status === 405 && isNoRoute(body)) return ['missing', 'not-offered'];",
    noticedBy: [
      `${core} › an instance without the global settings does not offer them, and an address that it refuses is named in the message`,
    ],
    formerly: `${refusals} › an instance without the global settings (404) is named as the reason, and the input stays`,
  },
];
