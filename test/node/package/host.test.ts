import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keychainProblems } from '../../../build/package/checks/keychain.ts';
import { hostProblems } from '../../../build/package/checks/node-host.ts';

test('a failed sync, or a host that lists too few users, is a problem', () => {
  const done = { version: '1.0.0', sync: 'done', users: 250, wanted: 250 };
  expect(hostProblems(done)).toEqual([]);
  expect(hostProblems({ ...done, sync: 'failed', users: 0 })).toEqual([
    'the sync of users ended with the state "failed"',
    'the host lists 0 users, the platform has 250',
  ]);
});

test('a keychain module that is missing, or lacks its functions, is a problem', async () => {
  const app = mkdtempSync(join(tmpdir(), 'reeve-app-'));
  onTestFinished(() => rmSync(app, { recursive: true, force: true }));
  expect((await keychainProblems(app)).join()).toContain("Cannot find module 'keytar'");
  const module = join(app, 'node_modules', 'keytar');
  mkdirSync(module, { recursive: true });
  writeFileSync(join(module, 'index.js'), 'exports.getPassword = () => undefined;');
  expect(await keychainProblems(app)).toEqual([]);
  writeFileSync(join(module, 'index.js'), '');
  expect((await keychainProblems(app)).join()).toContain('keytar has no getPassword');
});
