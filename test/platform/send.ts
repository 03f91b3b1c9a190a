import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import type { Effect } from './faults/fault.ts';
import type { Rendered } from './http/rendered.ts';

/** Sends a reply, as changed by faults. If the caller closes the connection, a streamed body ends without an error. */
export async function send(outgoing: ServerResponse, reply: Rendered, effects: readonly Effect[], isHead: boolean) {
  const { status, headers, body } = reply;
  const hasBody = status !== 204 && status !== 304;
  if (Buffer.isBuffer(body) && hasBody) headers['content-length'] = String(body.length);
  outgoing.writeHead(status, headers);
  if (isHead || !hasBody) {
    if (body instanceof Readable) body.destroy();
    outgoing.end();
    return;
  }
  const half = effects.find((effect) => effect.kind === 'half-body');
  const drip = effects.find((effect) => effect.kind === 'drip');
  try {
    if (half !== undefined) await sendHalf(outgoing, body, half.end ?? 'reset');
    else if (drip !== undefined) await pipeline(dripped(body, drip.bytes ?? 1, drip.everyMs ?? 50), outgoing);
    else if (Buffer.isBuffer(body)) outgoing.end(body);
    else await pipeline(body, outgoing);
  } catch {
    outgoing.destroy();
  }
}

/** Closes the connection without a reply. */
export function reset(outgoing: ServerResponse) {
  outgoing.socket?.resetAndDestroy();
}

async function sendHalf(outgoing: ServerResponse, body: Buffer | Readable, end: 'reset' | 'close') {
  const whole = Buffer.isBuffer(body) ? body : Buffer.concat(await body.toArray());
  await new Promise<void>((resolve) => {
    outgoing.write(whole.subarray(0, Math.floor(whole.length / 2)), () => resolve());
  });
  if (end === 'close') outgoing.socket?.end();
  else reset(outgoing);
}

async function* dripped(body: Buffer | Readable, bytes: number, everyMs: number) {
  const whole = Buffer.isBuffer(body) ? body : Buffer.concat(await body.toArray());
  for (let at = 0; at < whole.length; at += bytes) {
    yield whole.subarray(at, at + bytes);
    await wait(everyMs, undefined, { ref: false });
  }
}
