import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Vault } from '#shared/contract/host.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startSecretService, whyNoSecretService } from '../helpers/secret-service.ts';
import { fingerprint, sampleProfile, tempFolder } from '../state/data-folders.ts';
import type { StoredProfileInput } from '#main/state/profiles.ts';

const why = whyNoSecretService();

interface Said {
  status: Vault;
  names: string[];
  failure: string | null;
}

function run(env: Record<string, string>, folder: string, profile?: StoredProfileInput): Said {
  const script = join(import.meta.dirname, 'open-vault.ts');
  const child = spawnSync(process.execPath, [script, join(folder, 'data'), join(folder, 'temporary')], {
    env: { ...process.env, ...env },
    input: profile === undefined ? '' : JSON.stringify(profile),
    encoding: 'utf8',
  });
  expect(child.stderr).toBe('');
  return JSON.parse(child.stdout) as Said;
}

describe.skipIf(why !== null)(`the vault on a real Secret Service${why === null ? '' : ` (${why})`}`, () => {
  test('what one run wrote the next one reads; while the keyring is locked nothing is opened or changed', async () => {
    const service = await startSecretService();
    onTestFinished(() => service.stop());
    const folder = tempFolder();
    expect(run(service.env, folder, sampleProfile)).toMatchObject({
      status: { state: 'ready' },
      names: ['Production'],
    });
    expect(run(service.env, folder)).toMatchObject({ status: { state: 'ready' }, names: ['Production'] });

    service.lock();
    const before = fingerprint(folder);
    const locked = run(service.env, folder);
    expect(locked).toMatchObject({ status: { state: 'locked', hasData: true }, names: [], failure: 'denied' });
    expect(locked.status.reportedMessage).toBe('Cannot create an item in a locked collection');
    expect(fingerprint(folder)).toEqual(before);
  });

  test.each([
    ['never-unlocked', 'locked'],
    ['none', 'missing'],
  ] as const)('a keyring that is %s makes no key and no folder', async (keyring, state) => {
    const service = await startSecretService({ keyring });
    onTestFinished(() => service.stop());
    const folder = tempFolder();
    expect(run(service.env, folder)).toMatchObject({ status: { state, hasData: false }, failure: 'denied' });
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });

  test('another keyring than that of the data is locked, not a reason for a new key', async () => {
    const folder = tempFolder();
    const first = await startSecretService();
    onTestFinished(() => first.stop());
    run(first.env, folder, sampleProfile);
    const second = await startSecretService();
    onTestFinished(() => second.stop());
    const before = fingerprint(folder);
    expect(run(second.env, folder)).toMatchObject({ status: { state: 'locked', hasData: true }, failure: 'denied' });
    expect(fingerprint(folder)).toEqual(before);
    expect(run(first.env, folder).names).toEqual(['Production']);
  });
});
