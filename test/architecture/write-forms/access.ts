import type { Forms } from './form-list.ts';

const allowlist = {
  files: [
    'pages/job-token-scope/forms/allowlist-calls.ts',
    'pages/job-token-scope/forms/add-to-allowlist.ts',
    'pages/job-token-scope/forms/change-allowlists.ts',
    'pages/job-token-scope/AllowlistPane.svelte',
  ],
};
const settings = {
  files: [
    'pages/notification-settings/forms/edit-settings.ts',
    'pages/notification-settings/forms/EventChoices.svelte',
    'pages/notification-settings/forms/settings-schema.ts',
  ],
};

/** Job token scope and notification settings. */
export const forms: Forms = {
  'job-token-scope.edit': { files: ['pages/job-token-scope/allowlist-actions.ts'] },
  'job-token-scope.addProject': allowlist,
  'job-token-scope.removeProject': allowlist,
  'job-token-scope.addGroup': allowlist,
  'job-token-scope.removeGroup': allowlist,
  'notification-settings.edit': settings,
  'notification-settings.editOfGroup': settings,
  'notification-settings.editOfProject': {
    ...settings,
    without: { new_epic: 'Epics exist only in groups (reading 17), so a project has no field for them.' },
  },
};
