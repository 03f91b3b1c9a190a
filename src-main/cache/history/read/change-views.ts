import type { ChangeView } from '#shared/contract/history.ts';
import { entryKinds } from '../history-types.ts';

const { came, changed, notReturned, deleted } = entryKinds;

/** The changes of a field in these lists. `instr` is a fast test before the JSON is read. */
const ofField = (lists: string, field: string, sql: string): string =>
  `collection IN (${lists}) AND instr(fields, '"${field}"') > 0 AND (${sql})`;
const value = (field: string, at = ''): string => `fields ->> '$."${field}"${at}'`;

/** A row that came has no value before. In JSON, true is 1. */
const becameTrue = (field: string): string =>
  `kind = ${changed} AND ${value(field, '[0]')} IS NOT 1 AND ${value(field, '[1]')} = 1 OR kind = ${came} AND ${value(field)} = 1`;

/** The condition of each view for entries that are changes. */
export const viewSql: Readonly<Record<ChangeView, string>> = {
  administrators: `(${['is_admin', 'is_auditor'].map((field) => ofField(`'users'`, field, becameTrue(field))).join(' OR ')})`,
  // As it is stored: reading the JSON of each of these entries would take three times as long
  'two-factor-off': `collection IN ('users', 'enterpriseUsers') AND kind = ${changed} AND
    instr(fields, '"two_factor_enabled":[true,false]') > 0`,
  'access-raised': ofField(
    `'members'`,
    'access_level',
    `kind = ${changed} AND ${value('access_level', '[1]')} > ${value('access_level', '[0]')}`,
  ),
  'not-returned': `kind IN (${notReturned}, ${deleted})`,
  'new-tokens': `collection = 'accessTokens' AND kind = ${came}`,
};
