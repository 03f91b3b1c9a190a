import { once } from 'node:events';
import net from 'node:net';

export interface CuttingProxy {
  url: string;
  /** Bytes that the platform has sent since the last call of `cutAt`. */
  bytes: () => number;
  /** The number of connections that were cut. */
  cuts: () => number;
  /** Cut a connection whenever this many bytes of the platform have been forwarded from now on. Replaces earlier offsets. */
  cutAt: (offsets: readonly number[]) => void;
  close: () => Promise<void>;
}

/**
 * A TCP proxy that cuts connections in the middle of what the platform sends: the bytes before the offset are forwarded,
 * then the connection is closed, alternately with a reset and normally. The platform still handles the whole request.
 */
export async function cuttingProxy(platformUrl: string): Promise<CuttingProxy> {
  const { port, hostname } = new URL(platformUrl);
  const far = new Set<net.Socket>();
  let waiting: number[] = [];
  let bytes = 0;
  let cuts = 0;

  function forward(chunk: Buffer, near: net.Socket): void {
    const offset = waiting[0] ?? Number.POSITIVE_INFINITY;
    if (bytes + chunk.length <= offset) {
      bytes += chunk.length;
      near.write(chunk);
      return;
    }
    waiting.shift();
    cuts += 1;
    const before = chunk.subarray(0, offset - bytes);
    bytes = offset;
    if (cuts % 2 === 0) {
      near.end(before);
      return;
    }
    near.write(before, () => near.resetAndDestroy());
  }

  const server = net.createServer((near) => {
    let isCut = false;
    const own = net.connect(Number(port), hostname);
    far.add(own);
    near.on('error', () => undefined).on('data', (chunk) => void own.write(chunk));
    own
      .on('error', () => undefined)
      .on('close', () => {
        far.delete(own);
        near.destroy();
      })
      .on('data', (chunk) => {
        if (isCut || near.destroyed) return;
        const before = cuts;
        forward(chunk, near);
        isCut = cuts !== before;
      });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    bytes: () => bytes,
    cuts: () => cuts,
    cutAt(offsets) {
      bytes = 0;
      waiting = offsets.toSorted((a, b) => a - b);
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of far) socket.destroy();
      await closed;
    },
  };
}
