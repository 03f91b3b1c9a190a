import { expect, test } from 'vitest';
import { z } from 'zod';
import { asDocumented, asSent, exactNumbers, mergedFields, unexpectedField } from './unexpected-values.ts';

const Person = z.looseObject({ id: z.number().int(), name: z.string().nullish() });
const Row = z.looseObject({
  id: z.number().int(),
  coverage: z.number().nullish(),
  tags: z.array(z.string()).nullish(),
  job: z.looseObject({ coverage: z.number().nullish(), name: z.string().nullish() }).nullish(),
  creator: Person.nullish(),
  people: z.array(Person).nullish(),
});

const read = (json: string): unknown =>
  asDocumented(Row, JSON.parse(json), () => JSON.parse(json, exactNumbers) as unknown);
const unexpected = (values: object): object => ({ [unexpectedField]: values });

test.each([
  ['{"id":1,"coverage":"98.5"}', { id: 1, ...unexpected({ coverage: '98.5' }) }],
  ['{"id":1,"tags":"a,b","more":2}', { id: 1, more: 2, ...unexpected({ tags: 'a,b' }) }],
  ['{"id":1,"tags":["a",2,3]}', { id: 1, ...unexpected({ tags: ['a', 2, 3] }) }],
  ['{"id":1,"job":{"coverage":"1","name":"a"}}', { id: 1, job: { name: 'a' }, ...unexpected({ 'job.coverage': '1' }) }],
  ['{"id":1,"creator":{"id":null,"name":5}}', { id: 1, ...unexpected({ creator: { id: null, name: 5 } }) }],
  [
    '{"id":1,"people":[{"id":7,"name":5},{"id":8,"name":"b"}]}',
    { id: 1, people: [{ id: 7 }, { id: 8, name: 'b' }], ...unexpected({ 'people.0.name': 5 }) },
  ],
  ['{"id":1,"people":[{"id":"7"}]}', { id: 1, ...unexpected({ people: [{ id: '7' }] }) }],
  ['{"id":1,"creator":{"id":9007199254740993}}', { id: 1, ...unexpected({ creator: { id: '9007199254740993' } }) }],
])('%s: the row stays readable, and its values of an unexpected type are moved', (json, row) => {
  expect(read(json)).toEqual(row);
  expect(JSON.stringify(asSent(read(json) as object))).toHaveLength(
    JSON.stringify(JSON.parse(json, exactNumbers)).length,
  );
});

test.each(['{"id":"1"}', '{"id":9007199254740993}', '{}', '[]', 'null', '7'])('%s cannot be read', (json) => {
  expect(read(json)).toBeUndefined();
});

test('in a row with very many unexpected values, whole fields are moved', () => {
  const people = Array.from({ length: 60 }, (_, id) => ({ id, name: 5 }));
  expect(read(JSON.stringify({ id: 1, people }))).toEqual({ id: 1, ...unexpected({ people }) });
});

test('the newer record decides whether a value is unexpected', () => {
  const bad = { id: 1, job: { name: 'a' }, ...unexpected({ coverage: 'x', 'job.coverage': 'y' }) };
  const good = { id: 1, coverage: 5, job: { coverage: 7 } };
  expect(mergedFields(bad, good)).toEqual(good);
  expect(mergedFields(good, bad)).toEqual(bad);
  expect(mergedFields({ ...good, size: 3 }, { id: 1, ...unexpected({ coverage: 'x' }) })).toEqual({
    ...{ id: 1, job: { coverage: 7 }, size: 3 },
    ...unexpected({ coverage: 'x' }),
  });
});

test.each(['__proto__.isForged', 'constructor.prototype.isForged', '__proto__'])(
  'a row whose platform names %s among its unexpected values changes no other object',
  (path) => {
    const sent: unknown = JSON.parse(`{"id":1,"${unexpectedField}":{"${path}":{"isForged":true}}}`);
    const row = asSent(sent as object);
    expect({}).not.toHaveProperty('isForged');
    expect(row).not.toHaveProperty('isForged');
    expect(row).toMatchObject({ id: 1 });
  },
);
