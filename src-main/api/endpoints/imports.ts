import { ImportReply, ImportResult, NewImportA, NewImportB, NewImportBServer } from '#shared/contract/imports.ts';
import { z } from 'zod';
import { endpoint, none, table } from '../endpoint.ts';

const role = 'Maintainer or Owner of the target namespace';
const undo = none('Reeve can’t delete projects; some imports can be canceled while they run');

export const imports = table('imports', {
  fromCodehostA: endpoint('POST /import/codehost_a', {
    body: NewImportA,
    reply: ImportResult,
    undo,
    secrets: ['personal_access_token'],
    isExternal: true,
    role,
    doc: '3:98',
  }),
  cancel: endpoint('POST /import/codehost_a/cancel', {
    body: z.object({ project_id: z.number().int() }),
    reply: ImportReply,
    undo: none('the import stops, and a canceled import can’t be continued'),
    doc: '3:99',
  }),
  gists: endpoint('POST /import/codehost_a/gists', {
    body: z.object({ personal_access_token: z.string().min(1) }),
    undo: none('the instance doesn’t report which snippets it creates'),
    secrets: ['personal_access_token'],
    isExternal: true,
    doc: '3:100',
  }),
  fromCodehostBServer: endpoint('POST /import/codehost_b_server', {
    body: NewImportBServer,
    reply: ImportReply,
    undo,
    secrets: ['personal_access_token'],
    isExternal: true,
    role,
    doc: '3:101',
  }),
  fromCodehostB: endpoint('POST /import/codehost_b', {
    body: NewImportB,
    reply: ImportReply,
    undo,
    exclusive: [
      ['codehost_b_api_token', 'codehost_b_app_password'],
      ['codehost_b_email', 'codehost_b_username'],
    ],
    requires: [
      ['codehost_b_api_token', 'codehost_b_email'],
      ['codehost_b_email', 'codehost_b_api_token'],
      ['codehost_b_app_password', 'codehost_b_username'],
      ['codehost_b_username', 'codehost_b_app_password'],
    ],
    deprecated: { codehost_b_username: 'codehost_b_email', codehost_b_app_password: 'codehost_b_api_token' },
    secrets: ['codehost_b_api_token', 'codehost_b_app_password'],
    isExternal: true,
    role,
    doc: '3:102',
  }),
});
