import net from 'node:net';
import { endpointAt, indexOf } from './cases.ts';
import { replyTo, type Reply } from './replies.ts';

/**
 * A separate process, so that its memory and CPU time do not count for the client. It prints its port and ends with its
 * parent.
 */
const [seed = '1'] = process.argv.slice(2);
let base = '';

const server = net.createServer((socket) => {
  let waiting = '';
  socket.setNoDelay(true);
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    waiting += chunk.toString('latin1');
    for (let end = waiting.indexOf('\r\n\r\n'); end >= 0; end = waiting.indexOf('\r\n\r\n')) {
      const head = waiting.slice(0, end);
      waiting = waiting.slice(end + 4);
      write(socket, replyTo({ seed: Number(seed), base, ...asked(head) }));
    }
  });
});

/** A request after a redirect to another origin has no token, so the address identifies the call, too. */
function asked(head: string) {
  const [, method = 'GET', target = '/'] = /^(\S+) (\S+)/.exec(head) ?? [];
  const token = /\r\nprivate-token: (\S+)/i.exec(head)?.[1];
  const named = /[?&]fuzz=(\d+)/.exec(target)?.[1];
  const hop = Number(/[?&](?:hop|page)=(\d{1,9})/.exec(target)?.[1] ?? 0);
  const index = token === undefined ? Number(named ?? 0) : indexOf(token);
  const [path = ''] = target.split('?', 1);
  return { index, hop, method, path, endpoint: endpointAt(method, path) };
}

function write(socket: net.Socket, { pieces, everyMs, end }: Reply): void {
  const [first, ...rest] = pieces;
  if (socket.destroyed) return;
  if (first === undefined) {
    if (end === 'close') socket.end();
    if (end === 'reset') socket.resetAndDestroy();
    return;
  }
  socket.write(first, () => {
    if (everyMs === 0) write(socket, { pieces: rest, everyMs, end });
    else setTimeout(() => write(socket, { pieces: rest, everyMs, end }), everyMs);
  });
}

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as net.AddressInfo;
  base = `http://127.0.0.1:${port}`;
  process.send?.({ base });
});
process.on('disconnect', () => process.exit(0));
