import { expect, test } from 'vitest';
import { maxRawCharacters } from '#shared/contract/runners.ts';
import { shownJob } from './runner-jobs.ts';

const nothing = { id: null, status: null, name: null, stage: null, ref: null, project: null, webUrl: null, at: null };

test('the known fields of a job are extracted, and the raw JSON is kept', () => {
  const job = {
    ...{ id: 7, status: 'success', name: 'lint', stage: 'test', ref: 'main', web_url: 'https://git.corp.example/j/7' },
    ...{ created_at: '2025-11-01T10:00:00Z', started_at: '2025-11-01T10:01:00Z', finished_at: null },
    project: { id: 3, path_with_namespace: 'corp/api' },
  };
  expect(shownJob(job)).toEqual({
    ...{ id: '7', status: 'success', name: 'lint', stage: 'test', ref: 'main', project: 'corp/api' },
    ...{ webUrl: 'https://git.corp.example/j/7', at: '2025-11-01T10:01:00Z' },
    raw: JSON.stringify(job, null, 2),
    isCut: false,
  });
});

test('an id can be text, and a project a name, a number or a path', () => {
  expect(shownJob({ id: '9f', project: 'corp/api' })).toMatchObject({ id: '9f', project: 'corp/api' });
  expect(shownJob({ project: { name: 'api' } }).project).toBe('api');
  expect(shownJob({ project: 12, project_id: 13 }).project).toBe('12');
  expect(shownJob({ project_id: 13 }).project).toBe('13');
});

test('fields of unexpected types are ignored', () => {
  const odd = {
    id: { a: 1 },
    status: 3,
    name: ['x'],
    ref: null,
    project: [],
    web_url: 'javascript:alert(1)',
    started_at: 'soon',
  };
  expect(shownJob(odd)).toMatchObject(nothing);
  for (const value of [null, 7, 'text', [], [1], true]) {
    expect(shownJob(value)).toEqual({ ...nothing, raw: JSON.stringify(value, null, 2), isCut: false });
  }
  expect(shownJob(JSON.parse('{"__proto__":{"id":1},"constructor":2}'))).toMatchObject(nothing);
});

test('long values are cut and marked', () => {
  const { raw, isCut, name } = shownJob({ name: 'n'.repeat(100_000) });
  expect(raw).toHaveLength(maxRawCharacters);
  expect(name).toHaveLength(200);
  expect(isCut).toBe(true);
});
