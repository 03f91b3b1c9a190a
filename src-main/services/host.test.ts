import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Failure } from '#shared/errors.ts';
import { host } from './host.ts';

/** The status of a host whose notices can't be read for this reason. */
function statusWith(reason: 'corrupt' | 'database-locked') {
  const list = () => {
    throw new Failure('invalid', 'notices cannot be read', { reason });
  };
  const services = host({
    ports: { about: {}, network: { isOnline: () => true } },
    vault: { folder: () => '', status: () => ({}) },
    state: () => ({ notices: { list } }),
    ...{ isOpen: () => true, isChecking: () => false, unwritable: () => null },
  } as never);
  return () => services.status();
}

test('if reading the notices finds damage, the status is returned without them, and says that the data is checked', () => {
  expect(statusWith('corrupt')()).toMatchObject({ isChecking: true, notices: [] });
  expect(statusWith('database-locked')).toThrow('notices cannot be read');
});

/** The services of a host with this folder of its build and its data. */
function servicesIn(folder: string) {
  const shown: string[] = [];
  const services = host({
    ports: { built: folder, opener: { showFile: async (path: string) => shown.push(path) > 0 } },
    vault: { folder: () => folder },
    wasExported: () => false,
  } as never);
  return { services, shown };
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-host-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('only a package knows its commit and its third-party software', async () => {
  const folder = temporaryFolder();
  const { services } = servicesIn(folder);
  expect(await services.build()).toEqual({ build: null });
  expect(await services.software()).toEqual({ software: null });
  const build = { commit: '0123456789ab', at: null };
  const software = [{ name: 'x', version: '1.0.0', licence: 'MIT', repository: null, text: 'terms' }];
  writeFileSync(join(folder, 'build-info.json'), JSON.stringify(build));
  writeFileSync(join(folder, 'third-party-notices.json'), JSON.stringify(software));
  expect(await services.build()).toEqual({ build });
  expect(await services.software()).toEqual({ software });
  writeFileSync(join(folder, 'build-info.json'), '{}');
  await expect(services.build()).rejects.toThrow('commit');
});

test('the data folder is shown in the file manager, other folders are not', async () => {
  const folder = temporaryFolder();
  const { services, shown } = servicesIn(folder);
  expect(await services.showFile({ path: folder })).toEqual({ shown: true });
  await expect(services.showFile({ path: tmpdir() })).rejects.toMatchObject({ code: 'invalid' });
  expect(shown).toEqual([folder]);
});
