import { expect, test } from 'vitest';
import { collections } from '#shared/contract/collections.ts';
import { valueColumn } from '#shared/contract/filter-values.ts';
import { rig, syncList } from '../../helpers/rig.ts';

const slice = { from: 0, count: 1 };

test('a value of a filter has as many rows as the list shows with this filter', async () => {
  const { client } = await rig();
  await syncList(client, 'issues');
  const totalOf = async (filter: object) => (await client.issues.list({ query: { scope: '', filter }, slice })).total;
  const { filter: shape } = collections.issues;
  const names = Object.keys(shape.shape).filter((name) => valueColumn(collections.issues, name) !== undefined);
  for (const name of names.filter((one) => !one.startsWith('not_'))) {
    const { values } = await client.issues.values({ query: { scope: '' }, name });
    expect(values, name).not.toEqual([]);
    for (const { value, rows } of values.slice(0, 4)) {
      const wanted = ['labels', 'assignee_username'].includes(name) ? [value] : value;
      expect([name, value, await totalOf({ [name]: wanted })]).toEqual([name, value, rows]);
    }
  }
  const dues = ['overdue', 'today', 'week', '0', 'any'] as const;
  const choices = dues.map((due) => ({ due_date: due }));
  const { values } = await client.issues.values({ query: { scope: '' }, name: 'due_date', choices });
  for (const { value, rows } of values) expect([value, await totalOf({ due_date: value })]).toEqual([value, rows]);
});

test('values are counted among the rows that match the search and the other filters, if these are known', async () => {
  const { client } = await rig();
  await syncList(client, 'issues');
  const opened = { scope: '', search: 'a', filter: { state: 'opened', issue_type: 'incident' } } as const;
  const choices = [{ issue_type: 'issue' }, { issue_type: 'incident' }] as const;
  const { values } = await client.issues.values({ query: opened, name: 'issue_type', choices: [...choices] });
  for (const { value, rows } of values) {
    const filter = { state: 'opened', issue_type: value as 'issue' } as const;
    expect(rows).toBe((await client.issues.list({ query: { ...opened, filter }, slice })).total);
  }
  const ofPlatform = { ...opened, filter: { search_title: 'a' } };
  const unknown = await client.issues.values({ query: ofPlatform, name: 'issue_type', choices: [...choices] });
  expect(unknown.values.map(({ rows }) => rows)).toEqual([null, null]);
});
