import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLog } from '#main/hosts/log.ts';
import { failed } from '#main/log-events.ts';
import type { Log } from '#main/ports.ts';
import { Failure } from '#shared/errors.ts';
import { fakeChmod } from '../helpers/fake-fs.ts';

type AnyLog = Record<keyof Log, (event: string, fields?: Record<string, unknown>) => void>;

/** `anyLog`: the same log without the types that allow only declared fields. */
function rig(sizeBytes?: number) {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = (name: string) => join(folder, 'logs', name);
  const log = openLog(folder, sizeBytes === undefined ? {} : { sizeBytes });
  const line = () => JSON.parse(readFileSync(path('reeve.log'), 'utf8').trim()) as Record<string, unknown>;
  return { log, anyLog: log as AnyLog, path, line };
}

test('a line has the event, its fields and the time', () => {
  const { log, path, line } = rig();
  log.warn('api.repeat', { endpoint: 'users.list', attempt: 2, reason: 'timed-out' });
  expect(line()).toMatchObject({ level: 40, msg: 'api.repeat', endpoint: 'users.list', attempt: 2 });
  expect(String(line()['time'])).toMatch(/^\d{4}-\d\d-\d\dT/);
  expect(statSync(path('reeve.log')).mode & 0o777).toBe(0o600);
});

test('messages and IDs are marked, and the error code of the system is not', () => {
  const { log, line } = rig();
  const cause = Object.assign(new Error("ENOENT: no such file '/home/olivia/x'"), { code: 'ENOENT' });
  log.error('profile not removed', { profileId: 'b2c4', ...failed(new Failure('bug', cause.message, { cause })) });
  expect(line()).toMatchObject({
    ...{ profileId: { marked: 'b2c4' }, message: { marked: cause.message } },
    ...{ code: 'bug', system: 'ENOENT' },
  });
});

test('a field that is not declared, or does not hold what is declared, is marked', () => {
  const { anyLog, line } = rig();
  anyLog.error('job failed', { job: 'Olivia Baker', code: 'olivia', status: '404 olivia', user: { name: 'olivia' } });
  expect(line()).toMatchObject({
    ...{ job: { marked: 'Olivia Baker' }, code: { marked: 'olivia' } },
    ...{ status: { marked: '404 olivia' }, user: { marked: '{"name":"olivia"}' } },
  });
});

test('frames are positions without folders, and lines of a message are no frames', () => {
  const error = new Error('a message\n    at olivia (/home/olivia/olivia.js:1:2)');
  error.stack = `Error: ${error.message}\n    at run (file:///home/olivia/out/main/node.js:12:34)\n    at node:internal/x`;
  expect(failed(error).frames).toBe('node.js:12:34');
});

test('fields with secret names are redacted at any depth', () => {
  const { anyLog, path } = rig();
  anyLog.error('request failed', {
    token: 'hidden-1',
    headers: { 'PRIVATE-TOKEN': 'hidden-2', Authorization: 'hidden-3', accept: 'shown' },
    list: [{ webhook_secret: 'hidden-4', deep: { password: ['hidden-5'] } }],
    databaseKey: 'hidden-6',
  });
  const text = readFileSync(path('reeve.log'), 'utf8');
  expect(text).not.toContain('hidden');
  expect(text).toContain('shown');
});

test('an error is written with its message', () => {
  const { anyLog, path } = rig();
  anyLog.error('unexpected', { cause: new Error('the disk is full') });
  expect(readFileSync(path('reeve.log'), 'utf8')).toContain('the disk is full');
});

test('the log is rotated by size, and the oldest file is deleted', () => {
  const { log, path } = rig(400);
  for (let line = 0; line < 40; line++) log.info('api.repeat', { endpoint: 'x'.repeat(50), attempt: line });
  expect(statSync(path('reeve.log')).size).toBeLessThanOrEqual(400);
  expect(readFileSync(path('reeve.log'), 'utf8')).toContain('"attempt":39');
  expect(readFileSync(path('reeve.1.log'), 'utf8')).not.toContain('"attempt":39');
  expect(existsSync(path('reeve.3.log'))).toBe(true);
  expect(existsSync(path('reeve.4.log'))).toBe(false);
});

test('lines are dropped if the folder cannot be written', () => {
  const { path, log: working } = rig();
  working.info('started');
  const log = openLog(path('reeve.log'));
  expect(() => log.info('started')).not.toThrow();
});

test('lines are written even if the permissions of the files cannot be changed', () => {
  const { log, path } = rig();
  fakeChmod(() => {
    throw Object.assign(new Error('operation not permitted'), { code: 'EPERM' });
  });
  log.info('started');
  expect(readFileSync(path('reeve.log'), 'utf8')).toContain('started');
});
