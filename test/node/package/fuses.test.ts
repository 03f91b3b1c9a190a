import { expect, test } from 'vitest';
import { fuseProblems, wantedFuses, type FuseState } from '../../../build/package/fuses.ts';

const right: Record<string, FuseState> = Object.fromEntries(
  Object.entries(wantedFuses).map(([name, value]) => [name, value ? 'on' : 'off']),
);

test('a value is wanted for each of the nine fuses of Electron 45', () => {
  // A second list, so that no value is changed by mistake
  expect(wantedFuses).toEqual({
    RunAsNode: false,
    EnableCookieEncryption: true,
    EnableNodeOptionsEnvironmentVariable: false,
    EnableNodeCliInspectArguments: false,
    EnableEmbeddedAsarIntegrityValidation: true,
    OnlyLoadAppFromAsar: true,
    LoadBrowserProcessSpecificV8Snapshot: false,
    GrantFileProtocolExtraPrivileges: false,
    WasmTrapHandlers: true,
  });
  expect(fuseProblems(right)).toEqual([]);
});

test('a fuse with the opposite value, a removed one and a missing one are problems', () => {
  expect(fuseProblems({ ...right, RunAsNode: 'on' })).toEqual(['RunAsNode: on instead of off']);
  expect(fuseProblems({ ...right, OnlyLoadAppFromAsar: 'removed' })).toEqual([
    'OnlyLoadAppFromAsar: removed instead of on',
  ]);
  const { WasmTrapHandlers: _, ...eight } = right;
  expect(fuseProblems(eight)).toEqual(['WasmTrapHandlers: missing in the program instead of on']);
});

test('a fuse that a newer Electron adds is a problem until a value is wanted for it', () => {
  expect(fuseProblems({ ...right, 'fuse 9': 'on' })).toEqual([
    'fuse 9: the program has this fuse, but build/package/fuses.ts does not name it',
  ]);
});
