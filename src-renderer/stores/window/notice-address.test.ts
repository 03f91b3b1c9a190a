import { expect, test } from 'vitest';
import { noticeAddress } from './notice-address.ts';

const view = JSON.stringify({ filter: { status: 'offline' } });

test.each([
  [{ page: 'activity/jobs', query: { job: 'j1' } }, '/activity/jobs?job=j1', ''],
  [{ page: 'runners', query: { id: '7', scope: 'group:5' } }, '/runners/7', 'group:5'],
  [{ page: 'keys', query: { id: 'a/b', at: 'project:3' } }, '/keys/a%2Fb?at=project%3A3', ''],
  [{ page: 'runners', query: { view } }, `/runners?view=${encodeURIComponent(view)}`, ''],
  [{ page: 'webhooks', query: { view, tab: 'x y' } }, `/webhooks?view=${encodeURIComponent(view)}&tab=x+y`, ''],
  [{ page: 'runners', query: { view: '{' } }, '/runners', ''],
])('the address of %o', (link, path, scope) => {
  expect(noticeAddress(link)).toEqual({ path, scope });
});
