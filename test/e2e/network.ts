import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A network connection to a platform that can be cut. */
export interface Network {
  /** Use this instead of the address of the platform. */
  url: string;
  /** Refuse new connections, and break open ones. */
  cut(): void;
  close(): Promise<void>;
}

/**
 * Forward every connection to `url` unchanged, until `cut` is called. `ownPort`: 0 for any free port.
 * Fails: if the port is in use.
 */
export async function networkTo(url: string, ownPort = 0): Promise<Network> {
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(ownPort, '127.0.0.1', resolve));
  const dropAll = (): void => open.forEach((socket) => socket.destroy());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      isCut = true;
      dropAll();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        dropAll();
      }),
  };
}
