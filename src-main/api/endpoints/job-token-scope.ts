import {
  AllowedGroup,
  AllowedProject,
  AllowlistGroup,
  JobTokenScope,
  JobTokenScopeEdit,
  LimitedProject,
} from '#shared/contract/job-token-scope.ts';
import { z } from 'zod';
import { endpointWith, exact, paged, table } from '../endpoint.ts';

const id = z.number().int().min(1);

const endpoint = endpointWith({ role: 'maintainer' });

export const jobTokenScope = table('job-token-scope', {
  get: endpoint('GET /projects/:id/job_token_scope', {
    reply: JobTokenScope,
    deprecated: { outbound_enabled: 'inbound_enabled' },
    doc: '1:122',
  }),
  edit: endpoint('PATCH /projects/:id/job_token_scope', { body: JobTokenScopeEdit, undo: exact(), doc: '1:123' }),
  listProjects: endpoint('GET /projects/:id/job_token_scope/allowlist', { ...paged(LimitedProject), doc: '1:124' }),
  addProject: endpoint('POST /projects/:id/job_token_scope/allowlist', {
    body: z.strictObject({ target_project_id: id }),
    reply: AllowedProject,
    undo: exact(),
    doc: '1:125',
  }),
  removeProject: endpoint('DELETE /projects/:id/job_token_scope/allowlist/:target_project_id', {
    undo: exact(),
    doc: '1:126',
  }),
  listGroups: endpoint('GET /projects/:id/job_token_scope/groups_allowlist', {
    ...paged(AllowlistGroup),
    doc: '1:127',
  }),
  addGroup: endpoint('POST /projects/:id/job_token_scope/groups_allowlist', {
    body: z.strictObject({ target_group_id: id }),
    reply: AllowedGroup,
    undo: exact(),
    doc: '1:128',
  }),
  removeGroup: endpoint('DELETE /projects/:id/job_token_scope/groups_allowlist/:target_group_id', {
    undo: exact(),
    doc: '1:129',
  }),
});
