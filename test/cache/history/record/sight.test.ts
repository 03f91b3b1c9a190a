import { expect, test } from 'vitest';
import { member, members, openRecorded } from './rig.ts';

/** With a field that the platform may leave out. */
const whole = (id: number, over: object = {}) => member(id, { email: 'a@acme.example', ...over });
const all = [1, 2, 3].map((id) => whole(id));
const refusal = { status: 403, reason: null, message: 'Forbidden' };
const asPlain = (id: number) => member(id);
const kinds = (entries: [string, unknown, unknown][]) => entries.map(([kind]) => kind);

/** A cache that was synced, opened again with another token. */
async function swapped(seenBy = 'weaker') {
  const first = await openRecorded();
  first.sync(members, all, 1_000);
  first.close();
  return openRecorded({ file: first.file, seenBy });
}

test('a weaker token that no longer returns some rows gives one entry about the place, and a stronger one another', async () => {
  const { sync, added, close, file } = await swapped();
  const weaker = [whole(1), whole(4)];
  expect(added(() => sync(members, weaker, 2_000))).toEqual([
    ['known', 4, expect.anything()],
    ['unlisted', 2, null],
    ['unlisted', 3, null],
    ['hidden', null, null],
  ]);
  expect(added(() => sync(members, weaker, 3_000))).toEqual([]);
  close();
  const again = await openRecorded({ file, seenBy: 'token' });
  expect(again.added(() => again.sync(members, [...all, whole(4)], 4_000))).toEqual([
    ['listed', 2, null],
    ['listed', 3, null],
    ['visible', null, null],
  ]);
  expect(again.added(() => again.sync(members, [...all, whole(5)], 5_000))).toMatchObject([
    ['came', 5, {}],
    ['notReturned', 4, {}],
  ]);
});

test('a row that is returned again although the token stays the same is not back, if a token had hidden it', async () => {
  const { sync, added } = await swapped();
  sync(members, [whole(1)], 2_000);
  expect(kinds(added(() => sync(members, [whole(1), whole(2)], 3_000)))).toEqual(['listed', 'visible']);
  expect(kinds(added(() => sync(members, [whole(1), whole(2), whole(3)], 4_000)))).toEqual(['listed']);
});

test('fields that no row of the place has any more are one entry, and one when they are sent again', async () => {
  const { sync, added } = await swapped();
  const seen = added(() => sync(members, [1, 2, 3].map(asPlain), 2_000));
  expect(kinds(seen)).toEqual(['unsent', 'unsent', 'unsent', 'hidden']);
  expect(seen.at(-1)).toEqual(['hidden', null, ['email']]);
  expect(added(() => sync(members, [1, 2, 3].map(asPlain), 3_000))).toEqual([]);
  const again = added(() => sync(members, all, 4_000));
  expect(kinds(again)).toEqual(['sent', 'sent', 'sent', 'visible']);
  expect(again.at(-1)).toEqual(['visible', null, ['email']]);
});

test('a field that some rows still have is not hidden', async () => {
  const { sync, added } = await openRecorded();
  sync(members, all, 1_000);
  expect(kinds(added(() => sync(members, [asPlain(1), whole(2), whole(3)], 2_000)))).toEqual(['unsent']);
  expect(kinds(added(() => sync(members, [asPlain(1), asPlain(2), whole(3, { state: 'blocked' })], 3_000)))).toEqual([
    'unsent',
    'changed',
  ]);
});

test('a place that the token can no longer read is hidden once, until its next sync', async () => {
  const { write, sync, all: outbox, added } = await openRecorded();
  sync(members, all, 1_000);
  const refuse = (at: number) => {
    write.noteRefused({ place: members, refusal: { at, ...refusal } });
    write.markHidden({ place: members, now: at });
  };
  expect(added(() => refuse(2_000))).toEqual([['hidden', null, null]]);
  expect(added(() => refuse(3_000))).toEqual([]);
  const notes = outbox().filter(({ kind }) => kind === 'refused');
  expect(notes.map(({ found, fields }) => [found, (fields as { hidden: boolean }).hidden])).toEqual([
    [2_000, false],
    [2_000, true],
    [3_000, true],
  ]);
  expect(added(() => sync(members, all, 4_000))).toEqual([['visible', null, null]]);
});

test('a dialect with other names of fields, and a server with more fields, change nothing', async () => {
  const first = await openRecorded();
  const sent = (id: number, over: object = {}) => {
    return { ...member(id), mail: 'a@acme.example', ...over };
  };
  first.sync(members, [sent(1), sent(2)], 1_000);
  first.close();
  const spelling = { fields: { email: 'mail' }, within: [] };
  const { sync, added } = await openRecorded({ file: first.file, seenBy: 'token other', spelling });
  expect(added(() => sync(members, [sent(1), sent(2)], 2_000))).toEqual([
    ['sent', 1, { email: 'a@acme.example' }],
    ['sent', 2, { email: 'a@acme.example' }],
  ]);
  expect(kinds(added(() => sync(members, [sent(1, { is_using_seat: true }), sent(2)], 3_000)))).toEqual(['sent']);
});
