import { expect, onTestFinished, test } from 'vitest';
import { openCache } from '#main/cache/open-cache.ts';
import { decodeRows, sentPage, type DecodedPage } from '#main/cache/write/page.ts';
import { writer } from '#main/cache/write/writer.ts';
import { Failure } from '#shared/errors.ts';
import { mostPageRows, parseUntrusted } from '#shared/untrusted-json.ts';
import { createRandom } from '../../platform/random.ts';
import { definitionFor, freshFile, openSpan, usersPlace as place } from '../rig.ts';
import { textBody, user, usersBetween } from '../rows.ts';

const users = definitionFor('users');
const branches = definitionFor('branches');

/** What a page contains; for a page that cannot be read, the reason. */
type Outcome = Omit<DecodedPage, 'unchanged' | 'rows'> & { rows: { id: unknown; record: unknown }[] };
const outcomeOf = (decode: () => DecodedPage): Outcome | string => {
  try {
    const { rows, times, ids, unreadable, isComplete } = decode();
    return { rows: rows.map(({ id, record }) => ({ id, record })), times, ids, unreadable, isComplete };
  } catch (thrown) {
    return Failure.from(thrown).reason ?? 'no reason';
  }
};

/** The whole body parsed at once. */
function parsedWhole(body: ArrayBuffer, definition = users): Outcome | string {
  return outcomeOf(() => {
    const { value } = parseUntrusted(new Uint8Array(body), mostPageRows);
    if (!Array.isArray(value)) throw new Failure('remote', 'not an array', { reason: 'unreadable-reply' });
    return decodeRows(value, definition).decode();
  });
}

const plain = JSON.stringify(user(1));
const withFields = (fields: string): string => plain.replace('"id":1,', `"id":1,${fields},`);

test.each([
  '',
  ' ',
  '[]',
  ' [ ] ',
  '[',
  ']',
  '[]]',
  '{}',
  'null',
  '[null]',
  '[1,"x",[],{}]',
  `[${plain}]`,
  `\uFEFF[${plain}]`,
  `\n[\t${plain} ,\r\n${plain.replaceAll('1', '2')} ]\n`,
  `[${plain},]`,
  `[,${plain}]`,
  `[${plain} ${plain}]`,
  `[${plain}`,
  `[${plain}] x`,
  `[${plain}][]`,
  `[${plain.slice(0, -1)}]]`,
  `[${plain.slice(0, -1)},"x":[}]]`,
  `[${plain},${plain}]`,
  `[${plain},${plain.replace('Person', 'Other')}]`,
  `[${withFields('"id":2')}]`,
  `[${withFields(String.raw`"\u0069d":2`)}]`,
  `[${withFields('"__proto__":{"id":3}')}]`,
  `[${withFields('"nested":{"id":3,"local_time":"x"},"list":["id",4,{"id":5}]')}]`,
  `[${withFields('"bio":"Кирилл キ 𝒳 \u2028"')}]`,
  `[${withFields(String.raw`"bio":"\ud800 \u0000 \"id\":9, \\"`)}]`,
  `[${withFields('"bio":"a\nb"')}]`,
  ...['-1', '1.0', '1e2', '01', '9007199254740993', '"7"', 'null', '1 ', ' 1'].map(
    (id) => `[${plain.replace('"id":1', `"id":${id}`)},${plain}]`,
  ),
  `[${plain.replace('"name"', '"other"')}]`,
])('the rows of %j are those of the parsed text', (text) => {
  const body = textBody(text);
  expect(outcomeOf(() => sentPage(body.slice(0), users).decode())).toEqual(parsedWhole(body));
});

test('keys that are texts are read with their escapes, and are not found if they are empty or not valid text', () => {
  const names = ['"main"', String.raw`"a\"\u0062\n"`, '""', '"\ud800"', String.raw`"\ud800"`, '"ü"', '1'];
  const body = textBody(`[${names.map((name) => `{"name":${name},"merged":false}`).join(',')}]`);
  expect(outcomeOf(() => sentPage(body.slice(0), branches).decode())).toEqual(parsedWhole(body, branches));
});

test('bytes that are not UTF-8 are stored as the text that was read from them', () => {
  const bytes = Buffer.from(`[${withFields('"bio":"a?b"')}]`);
  bytes[bytes.indexOf('?')] = 0xff;
  const [row] = sentPage(new Uint8Array(bytes).buffer, users).decode().rows;
  expect(row?.record['bio']).toBe('a\uFFFDb');
  expect(JSON.parse(Buffer.from(row?.sent ?? []).toString())).toEqual(row?.record);
});

test('a page with too many rows or values is refused', () => {
  const rows = `[${Array.from({ length: mostPageRows + 1 }, () => '{}').join(',')}]`;
  const values = `[{"id":1,"list":[${'1,'.repeat(100_001)}1]}]`;
  for (const text of [rows, values])
    expect(outcomeOf(() => sentPage(textBody(text), users).decode())).toBe('too-large');
});

test('a page that differs from the stored one in any byte gives the same rows as a page that is parsed as a whole', async () => {
  const { db, put } = await openWriter();
  const before = usersBetween(1, 20, (id) => user(id, { bio: `"${id}" ü\\`, identities: [{ provider: 'ldap' }] }));
  const text = Buffer.from(JSON.stringify(before));
  put(new Uint8Array(text).buffer);
  const docs = db.prepare<[], string>(`SELECT doc FROM documents WHERE collection = 'users' ORDER BY id`).pluck();
  const random = createRandom(11, 'bytes');
  const marks = Buffer.from('"\\,:{}[]\n 019eu\x00\xff', 'latin1');
  for (let round = 0; round < 1_500; round += 1) {
    const changed = Buffer.from(text);
    changed[random.integer(0, text.length - 1)] = marks[random.integer(0, marks.length - 1)] ?? 0;
    const body = new Uint8Array(changed).buffer;
    const expected = parsedWhole(body);
    const outcome = outcomeOfPut(() => put(body.slice(0)));
    const stored = docs.all().map((doc) => withoutVolatile(JSON.parse(doc) as object));
    put(new Uint8Array(text).buffer);
    db.exec('DELETE FROM documents WHERE id NOT BETWEEN 1 AND 20; DELETE FROM users WHERE id NOT BETWEEN 1 AND 20');
    if (typeof expected === 'string') {
      expect(outcome).toBe(expected);
      expect(stored).toEqual(before.map(withoutVolatile));
      continue;
    }
    expect(outcome).toEqual({ rows: expected.rows.length, unreadable: expected.unreadable });
    const readable = new Map(expected.rows.map(({ id, record }) => [id, record as object]));
    const after = new Map<unknown, object>(before.map((row) => [row.id, row]));
    for (const [id, record] of readable) after.set(id, record);
    const inOrder = [...after].toSorted(([a], [b]) => Number(a) - Number(b)).map(([, row]) => withoutVolatile(row));
    expect(stored).toEqual(inOrder);
  }
});

const withoutVolatile = (row: object): object => ({ ...row, local_time: undefined });

function outcomeOfPut(put: () => { rows: number; unreadable: number }): object | string {
  try {
    const { rows, unreadable } = put();
    return { rows, unreadable };
  } catch (thrown) {
    return Failure.from(thrown).reason ?? 'no reason';
  }
}

test('a row in another form is unchanged, and its form is known from then on', async () => {
  const { db, put } = await openWriter();
  const hashes = db.prepare<[], string>('SELECT hash FROM documents').pluck();
  put(textBody(JSON.stringify([user(1)])));
  const [first] = hashes.all();
  const spaced = JSON.stringify([user(1)], null, 1);
  expect(put(textBody(spaced))).toMatchObject({ rows: 1, changed: 0 });
  const [second] = hashes.all();
  expect(second).not.toBe(first);
  expect(put(textBody(spaced))).toMatchObject({ rows: 1, changed: 0 });
  expect(hashes.all()).toEqual([second]);
});

test('a row is the same whether the platform sends documented names or its own', async () => {
  const own = { fields: { name: 'full_name', id: 'number', local_time: 'clock' }, within: [] };
  const { db, put } = await openWriter(own);
  const { id, name, local_time, ...others } = user(7);
  const sent = (clock: unknown, over: object = {}) =>
    textBody(JSON.stringify([{ number: id, full_name: name, clock, ...others, ...over }]));
  expect(put(sent(local_time))).toMatchObject({ rows: 1, changed: 1 });
  expect(put(sent('another'))).toMatchObject({ rows: 1, changed: 0 });
  expect(put(sent('another', { state: 'blocked' }))).toMatchObject({ rows: 1, changed: 1 });
  const [doc] = db.prepare<[], string>('SELECT doc FROM documents').pluck().all();
  expect(JSON.parse(doc ?? '')).toEqual({ ...user(7), local_time: 'another', state: 'blocked' });
});

/** The writer without its thread. `put` stores a page of users in a new sync. */
async function openWriter(spelling?: Parameters<typeof writer>[3]) {
  const db = openCache(await freshFile(), 'write');
  const write = writer(db, [users], () => undefined, spelling);
  onTestFinished(() => write.close());
  const windows = [{ key: '/', span: openSpan }];
  const begin = (now: number): void => void write.beginSyncRun({ place, windows, estimatedRows: null, now });
  let now = 1_000;
  // After a first sync, a page with a change is committed at once
  begin(now);
  write.putPage({ place, windowKey: '/', body: textBody('[]'), cursor: null, isLast: true, now });
  write.finishSyncRun({ place, now });
  const put = (body: ArrayBuffer) => {
    now += 1;
    begin(now);
    return write.putPage({ place, windowKey: '/', body, cursor: 'next', isLast: false, now });
  };
  return { db, put };
}
