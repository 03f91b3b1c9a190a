import { expect, test } from 'vitest';
import type { ChangedField } from '#shared/contract/history.ts';
import { membersList } from '../members/members-list.ts';
import { tokensList } from '../access-tokens/tokens-list.ts';
import { usersList } from '../users/users-list.ts';
import type { ListSpec } from '../../console/list-spec.ts';
import { changeParts, fieldSource, plainSource } from '../../console/history/field-words.ts';

const change = (name: string, before: unknown, after: unknown): ChangedField => ({ name, before, after });

async function partsOf(spec: object, ...fields: ChangedField[]) {
  const source = await fieldSource(spec as ListSpec, 'documented');
  const parts = changeParts(source, { fields });
  return parts.map(({ label, before, after, isWorse }) => [label, before, after, isWorse]);
}

test('a change has the label of the side panel, and values as the list shows them', async () => {
  expect(
    await partsOf(
      usersList,
      change('two_factor_enabled', true, false),
      change('is_admin', false, true),
      change('state', 'active', 'blocked'),
      change('projects_limit', 10, 50_000),
    ),
  ).toEqual([
    ['Two-factor', 'On', 'Off', true],
    ['Administrator', 'No', 'Yes', true],
    ['State', 'Active', 'Blocked', true],
    ['Project limit', '10', '50,000', false],
  ]);
});

test('a number with a meaning is shown by its name, and a higher level needs attention', async () => {
  expect(await partsOf(membersList, change('access_level', 30, 50))).toEqual([['Level', 'Developer', 'Owner', true]]);
  expect(await partsOf(membersList, change('access_level', 50, 30))).toMatchObject([
    ['Level', 'Owner', 'Developer', false],
  ]);
});

test('the level of a direct member, which has two fields, is one change', async () => {
  const both = [change('access_level', 30, 40), change('direct_access_level', 30, 40)];
  expect(await partsOf(membersList, ...both)).toHaveLength(1);
  const [first] = both;
  if (first === undefined) throw new Error('no change');
  expect(await partsOf(membersList, first, change('direct_access_level', 10, 40))).toHaveLength(2);
});

test('a value of a forgotten person is named so', async () => {
  expect(await partsOf(usersList, change('name', { forgotten: true }, { forgotten: true }))).toEqual([
    ['Name', 'forgotten person', 'forgotten person', false],
  ]);
});

test('an empty value is called empty, and a value that was not recorded is not', async () => {
  expect(await partsOf(usersList, change('note', '', 'Until March'), change('email', undefined, null))).toEqual([
    ['Note', 'Empty', 'Until March', false],
    ['Email', 'Not recorded', 'Empty', false],
  ]);
});

test('null is shown with the word of the column, if it has one', async () => {
  expect(await partsOf(tokensList, change('expires_at', '2026-12-01', null))).toEqual([
    ['Expires', expect.stringMatching(/^Dec 1(, \d{4})?$/), 'Never', true],
  ]);
});

test('a date is shown without its age', async () => {
  const [[, before, after] = []] = await partsOf(membersList, change('expires_at', '2025-12-01', '2025-12-31'));
  expect([before, after]).toEqual(['Dec 1, 2025', 'Dec 31, 2025']);
});

test('several values of the same person are one change, with the name if it is known', async () => {
  const source = { ...plainSource('issues'), names: new Map([[7, 'Rosa Vidal']]) };
  const fields = [change('author.id', 7, 8), change('author.username', 'rosa', 'rui')];
  expect(changeParts(source, { fields })).toMatchObject([{ label: 'Author', before: 'rosa', after: 'rui' }]);
  expect(changeParts({ ...source, collection: 'members' }, { fields: [change('created_by.id', 7, 9)] })).toMatchObject([
    { label: 'Created by', before: 'Rosa Vidal', after: 'ID 9' },
  ]);
});

test('without the words of a list, a field has the label that all lists share', () => {
  const [part] = changeParts(plainSource('wikis'), { fields: [change('title', 'A', 'B')] });
  expect(part).toMatchObject({ label: 'Title', before: 'A', after: 'B' });
});
