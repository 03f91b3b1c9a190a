import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLog } from '#main/hosts/log.ts';
import { fakeChmod } from '../helpers/fake-fs.ts';

function rig(sizeBytes?: number) {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = (name: string) => join(folder, 'logs', name);
  return { log: openLog(folder, sizeBytes === undefined ? {} : { sizeBytes }), path };
}

test('a line has the event, its fields and the time', () => {
  const { log, path } = rig();
  log.warn('crawl stopped', { collection: 'users', rows: 12 });
  const line = JSON.parse(readFileSync(path('reeve.log'), 'utf8')) as Record<string, unknown>;
  expect(line).toMatchObject({ level: 40, msg: 'crawl stopped', collection: 'users', rows: 12 });
  expect(String(line['time'])).toMatch(/^\d{4}-\d\d-\d\dT/);
  expect(statSync(path('reeve.log')).mode & 0o777).toBe(0o600);
});

test('fields with secret names are redacted at any depth', () => {
  const { log, path } = rig();
  log.error('request failed', {
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
  const { log, path } = rig();
  log.error('unexpected', { cause: new Error('the disk is full') });
  expect(readFileSync(path('reeve.log'), 'utf8')).toContain('the disk is full');
});

test('the log is rotated by size, and the oldest file is deleted', () => {
  const { log, path } = rig(400);
  for (let line = 0; line < 40; line++) log.info(`line ${line}`, { filling: 'x'.repeat(50) });
  expect(statSync(path('reeve.log')).size).toBeLessThanOrEqual(400);
  expect(readFileSync(path('reeve.log'), 'utf8')).toContain('line 39');
  expect(readFileSync(path('reeve.1.log'), 'utf8')).not.toContain('line 39');
  expect(existsSync(path('reeve.3.log'))).toBe(true);
  expect(existsSync(path('reeve.4.log'))).toBe(false);
});

test('lines are dropped if the folder cannot be written', () => {
  const { path, log: working } = rig();
  working.info('now there is a file');
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
