/**
 * The wanted value of each fuse of Electron, with its name in @electron/fuses. A fuse is a byte in the program of
 * Electron that switches a feature on or off. `after-pack.ts` sets all of them, and `package:check` compares them with
 * this list.
 */
export const wantedFuses = {
  // With ELECTRON_RUN_AS_NODE, any script could run as Reeve, and read its keys from the keychain.
  RunAsNode: false,
  // Reeve sets no cookies in Electron. Cookies that Chromium stores are encrypted with a key of the keychain.
  EnableCookieEncryption: true,
  // NODE_OPTIONS can load a script before Reeve.
  EnableNodeOptionsEnvironmentVariable: false,
  // --inspect and SIGUSR1 open a debugger, which can read the token in memory.
  EnableNodeCliInspectArguments: false,
  // On macOS and Windows, Electron ends if app.asar was changed. On Linux, this fuse has no effect.
  EnableEmbeddedAsarIntegrityValidation: true,
  // Otherwise a folder `resources/app` would be loaded if app.asar is missing.
  OnlyLoadAppFromAsar: true,
  // Reeve has no V8 snapshot for its main process. With this fuse, Electron would not start without one.
  LoadBrowserProcessSpecificV8Snapshot: false,
  // The window has its own scheme and never loads file://.
  GrantFileProtocolExtraPrivileges: false,
  // The default. It only decides how memory accesses of WebAssembly are checked: by the processor or by slower code.
  WasmTrapHandlers: true,
} as const;

/** The state of a fuse in the program. `removed`: this Electron no longer has it. */
export type FuseState = 'on' | 'off' | 'removed' | 'unknown';

/** How fuses differ from the wanted values, one line for each. `found`: the state of each fuse by its name or number. */
export function fuseProblems(
  found: Readonly<Record<string, FuseState>>,
  wanted: Readonly<Record<string, boolean>> = wantedFuses,
): string[] {
  const names = new Set([...Object.keys(wanted), ...Object.keys(found)]);
  return Array.from(names).flatMap((name) => {
    const [value, state] = [wanted[name], found[name]];
    if (value === undefined) return [`${name}: the program has this fuse, but build/package/fuses.ts does not name it`];
    const right = value ? 'on' : 'off';
    return state === right ? [] : [`${name}: ${state ?? 'missing in the program'} instead of ${right}`];
  });
}
