import { cpSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { fakePorts, fakeSecrets } from '../../helpers/fake-ports.ts';
import { temporaryFolder, type Rig } from '../../helpers/rig.ts';
import type { ReeveClient } from '../../helpers/window.ts';

/**
 * Start Reeve on a copy of its folder as it is now, with the last commits only in the write-ahead logs and with the mark of
 * an unclean end, as if it were killed at this moment. `npm run faults` kills processes instead.
 */
export async function crash(rigged: Rig): Promise<ReeveClient> {
  const copy = temporaryFolder();
  cpSync(rigged.folder, copy, { recursive: true });
  // A killed process doesn't change the keychain anymore
  const secrets = fakeSecrets({ copied: rigged.ports.secrets.entries });
  const closing = rigged.core.close();
  onTestFinished(() => closing);
  // Closing waits for the replies to writes. A killed process does not wait
  Object.assign(rigged.core, { close: () => Promise.resolve() });
  Object.assign(rigged.ports, { paths: fakePorts(copy).paths, secrets });
  Object.assign(rigged, { folder: copy });
  return rigged.restart();
}
