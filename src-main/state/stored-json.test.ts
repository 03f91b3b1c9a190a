import { expect, test } from 'vitest';
import { fromStoredJson, storedJson } from './stored-json.ts';

const inCode = {
  reportedMessage: '403 Forbidden',
  failure: { code: 'denied', message: 'x', reportedMessage: '403 Forbidden' },
  misses: [{ at: 1, status: 429, reportedMessage: 'Retry later' }],
  before: { said: 'hello', reportedMessage: 'hello', failure: { said: 'hello' } },
};
const inStore = {
  said: '403 Forbidden',
  failure: { code: 'denied', message: 'x', said: '403 Forbidden' },
  misses: [{ at: 1, status: 429, said: 'Retry later' }],
  before: { said: 'hello', reportedMessage: 'hello', failure: { said: 'hello' } },
};

test('a message of the platform keeps its stored name, and data of the platform is not changed', () => {
  expect(JSON.parse(storedJson(inCode))).toEqual(inStore);
  expect(fromStoredJson(JSON.stringify(inStore))).toEqual(inCode);
});

test('lists and empty values are read as they were stored', () => {
  const list = [{ reportedMessage: null }, { name: 'users', failure: null }];
  expect(storedJson(list)).toBe('[{"said":null},{"name":"users","failure":null}]');
  expect(fromStoredJson(storedJson(list))).toEqual(list);
  expect(fromStoredJson('null')).toBeNull();
});
