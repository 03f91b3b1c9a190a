import { expect, test } from 'vitest';
import { journalColumns } from './activity/journal-columns.ts';
import { tokensList } from './access-tokens/tokens-list.ts';
import { columns as catalogueColumns } from './catalogue/columns.ts';
import { enterpriseList } from './enterprise-users/enterprise-list.ts';
import { certificatesList } from './ssh-certificates/ssh-certificates-list.ts';
import { keysList } from './keys/keys-list.ts';
import { accessList, membersList } from './members/members-list.ts';
import { runnersList } from './runners/fleet/runners-list.ts';
import { cleanupColumns } from './runners/cleanup/cleanup-columns.ts';
import { serviceAccountsList } from './service-accounts/service-accounts-list.ts';
import { usersList } from './users/users-list.ts';

/** A window of 1440 px without the sidebar, the check box column and a scroll bar. Units: CSS pixels. */
const roomPx = 1440 - 220 - 44 - 15;
/** The rule form is beside the preview. */
const cleanupRoomPx = roomPx - 300;

const tables = {
  users: usersList.columns,
  enterpriseUsers: enterpriseList.columns,
  members: membersList.columns,
  access: accessList.columns,
  runners: runnersList.columns,
  serviceAccounts: serviceAccountsList.columns,
  accessTokens: tokensList.columns,
  keys: keysList.columns,
  certificates: certificatesList.columns,
  catalogue: catalogueColumns,
  journal: journalColumns,
};

function widthOf(columns: readonly { widthPx: number; isOptional?: boolean }[]): number {
  return columns.reduce((sum, { widthPx, isOptional }) => (isOptional === true ? sum : sum + widthPx), 0);
}

test.each(Object.entries(tables))('the default columns of %s fit into a window of 1440 px', (_, columns) => {
  expect(widthOf(columns)).toBeLessThanOrEqual(roomPx);
});

test('the default columns of a cleanup fit beside its rule', () => {
  expect(widthOf(cleanupColumns)).toBeLessThanOrEqual(cleanupRoomPx);
});
