import { collection, nightly } from './collection.ts';
import { AllowlistGroup } from './job-token-scope.ts';

/** The groups in the allowlist of a project. Job tokens of all their projects are accepted there. */
export const jobTokenGroups = collection({
  row: AllowlistGroup,
  lists: { project: 'GET /projects/:id/job_token_scope/groups_allowlist' },
  kept: nightly(1),
  setup: { position: 116, role: 'maintainer' },
  title: 'name',
  columns: { name: 'normal', web_url: 'text' },
  searched: ['name', 'web_url'],
  groups: { group: ['name', 'web_url', 'id'] },
  isInPalette: false,
  isCounted: false,
});
