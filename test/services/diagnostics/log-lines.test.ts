import { expect, test } from 'vitest';
import { jobKinds, onlyKnown } from '#main/services/diagnostics/known-words.ts';
import { numbering, withoutMarked } from '#main/services/diagnostics/log-lines.ts';
import { recorded } from '../../architecture/stored-names/recorded-names.ts';

const time = '2026-11-20T08:00:00.000Z';

/** A line of the log as the diagnostics have it; null: it is left out. */
function shown(fields: object, of = numbering()): unknown {
  const line = withoutMarked(JSON.stringify({ level: 40, time, pid: 7, ...fields }), of, new Set(['node.js']));
  return line === null ? null : JSON.parse(line);
}

test('marked values are replaced by numbers, equal ones by equal numbers', () => {
  const of = numbering();
  const line = (id: string) =>
    shown({ msg: 'profile not removed', profileId: { marked: id }, message: { marked: 'x' } }, of);
  expect(line('b2c4')).toEqual({ time, level: 40, pid: 7, msg: 'profile not removed', profileId: '#1', message: '#2' });
  expect([line('b2c4'), line('77aa')]).toMatchObject([{ profileId: '#1' }, { profileId: '#3' }]);
});

test.each([
  ['an event that is not declared', { msg: 'olivia.baker logged in' }],
  ['an event with the name of a method', { msg: 'toString' }],
  ['a field that is not declared', { msg: 'started', user: 'olivia.baker' }],
  ['a field that is not declared and has a number', { msg: 'ended', status: 1 }],
  ['free text without a mark', { msg: 'job failed', message: 'no such file /home/olivia' }],
  ['a name instead of a job', { msg: 'job failed', job: 'olivia.baker' }],
  ['a name instead of an endpoint', { msg: 'api.repeat', endpoint: 'olivia.baker' }],
  ['a name instead of a code', { msg: 'job failed', code: 'olivia' }],
  ['a name in capital letters instead of a code of the system', { msg: 'job failed', system: 'EOLIVIABAKER' }],
  ['a text instead of a number', { msg: 'api.repeat', attempt: '2 olivia' }],
  ['a name in a version', { msg: 'started', version: '1.0.0-olivia' }],
  ['a text beside the mark', { msg: 'job failed', message: { marked: 'x', more: 'olivia' } }],
  ['a mark that is not a text', { msg: 'job failed', message: { marked: ['olivia'] } }],
  ['a name instead of the time', { msg: 'ended', time: 'olivia' }],
])('a line is left out if it has %s', (_, fields) => {
  expect(shown(fields)).toBeNull();
});

test('a line that is not JSON is left out', () => {
  expect(withoutMarked('Error: olivia', numbering(), new Set())).toBeNull();
  expect(withoutMarked('"olivia"', numbering(), new Set())).toBeNull();
});

test('only frames in scripts of Reeve are kept', () => {
  const line = shown({ msg: 'job failed', frames: 'node.js:1:20 olivia.js:3:4' });
  expect(line).toMatchObject({ frames: 'node.js:1:20' });
});

test('a text that is not a word of the code is replaced', () => {
  expect(onlyKnown({ kind: 'users.crawl', name: 'olivia.baker', list: ['#7', 'offline', time], rows: 3 })).toEqual({
    ...{ kind: 'users.crawl', name: 'left out', list: ['#7', 'offline', time], rows: 3 },
  });
});

test('all kinds of jobs are known', () => {
  expect(jobKinds.split(' ')).toEqual(recorded.names['kinds of jobs']);
});
