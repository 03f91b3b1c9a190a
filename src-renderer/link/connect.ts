import { Failure } from '#shared/errors.ts';
import { windowParameters } from '#shared/link/window-address.ts';
import type { Wire } from '#shared/link/wire.ts';
import { originKey, takeKey } from './origin-key.ts';
import { nextPort, portWire } from './port-wire.ts';
import { openSocketWire } from './socket-wire.ts';

/** Electron's window, also in development, where its page is loaded from Vite over HTTP. */
const isElectron = location.protocol === 'reeve-app:' || navigator.userAgent.includes(' Electron/');
const port = isElectron ? nextPort() : null;
if (!isElectron) takeKey();

/**
 * A new, open wire to the core: the port of Electron's preload, or a WebSocket to the node host of this page. Fails:
 * `offline`/`connection-lost` if the socket cannot be opened; call again to retry. `denied`/`needs-secret` in a tab
 * without the key of the start address.
 */
export async function connect(): Promise<Wire> {
  if (port !== null) return portWire(await port);
  const key = originKey();
  if (key === null) throw new Failure('denied', 'no key for this origin', { reason: 'needs-secret' });
  const url = new URL('/wire', location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  const profile = new URLSearchParams(location.search).get(windowParameters.profile);
  if (profile !== null) url.searchParams.set(windowParameters.profile, profile);
  return openSocketWire(url, key);
}

/** Start the first connection now. The first call gets it, later calls get a new one. */
export function connectAhead(): () => Promise<Wire> {
  let ahead: Promise<Wire> | undefined = connect();
  // A failure is for the first caller, who may come later
  ahead.catch(() => undefined);
  return () => {
    const first = ahead;
    ahead = undefined;
    return first ?? connect();
  };
}
