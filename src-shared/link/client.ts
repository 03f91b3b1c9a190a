import type { AnyMembers, Client, Contract, Members } from '#shared/contract/kit.ts';
import { aborted, Failure } from '#shared/errors.ts';
import { readMessage } from './messages.ts';
import { mostMessageChars, type Wire } from './wire.ts';

interface Pending {
  resolve(value: unknown): void;
  reject(failure: Failure): void;
}

const resultStart = /^\{"t":"ok","id":(\d+),/;

/**
 * A client of the contract over a wire. A call rejects with a `Failure`. When its signal fires, the service is aborted,
 * too. When the wire closes, pending and later calls reject with `offline`/`connection-lost`. `asOf`: read at each call; the
 * moment that the calls are about, null for now.
 */
export function createClient<C extends Contract>(
  members: Members<C>,
  wire: Wire,
  asOf: () => number | null = () => null,
): Client<C> {
  const pending = new Map<number, Pending>();
  const listeners = new Map<string, Set<(data: unknown) => void>>();
  let lastId = 0;
  let isClosed = false;

  const lost = (): Failure =>
    new Failure('offline', 'the connection to the core is closed', { reason: 'connection-lost' });

  wire.onText((text) => {
    const message = readMessage(text);
    if (message === null) {
      failUnreadable(text);
      return;
    }
    if (message.t === 'event') {
      for (const listener of listeners.get(`${message.section}.${message.name}`) ?? []) listener(message.data);
      return;
    }
    const call = pending.get(message.id);
    if (call === undefined) return;
    pending.delete(message.id);
    if (message.t === 'ok') call.resolve(message.value);
    else if (message.t === 'failed') call.reject(Failure.fromData(message.failure));
  });
  wire.onClose(() => {
    isClosed = true;
    for (const call of pending.values()) call.reject(lost());
    pending.clear();
  });

  /** Reject the call whose result is not valid JSON. */
  function failUnreadable(text: string): void {
    const id = Number(resultStart.exec(text)?.[1]);
    const call = pending.get(id);
    pending.delete(id);
    call?.reject(new Failure('bug', 'unexpected error'));
  }

  function call(section: string, verb: string, input: unknown, signal?: AbortSignal): Promise<unknown> {
    if (isClosed) return Promise.reject(lost());
    if (signal?.aborted === true) return Promise.reject(aborted());
    const id = ++lastId;
    const message = JSON.stringify({ t: 'call', id, section, verb, input, asOf: asOf() ?? undefined });
    if (message.length > mostMessageChars) {
      return Promise.reject(new Failure('invalid', 'the message is too long', { reason: 'text-too-long' }));
    }
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        if (!pending.delete(id)) return;
        wire.send(JSON.stringify({ t: 'cancel', id }));
        reject(aborted());
      };
      const settled = (): void => signal?.removeEventListener('abort', onAbort);
      pending.set(id, {
        resolve: (value) => (settled(), resolve(value)),
        reject: (failure) => (settled(), reject(failure)),
      });
      signal?.addEventListener('abort', onAbort, { once: true });
      wire.send(message);
    });
  }

  function listen(key: string, listener: (data: unknown) => void): () => void {
    const set = listeners.get(key) ?? new Set();
    listeners.set(key, set.add(listener));
    return () => void set.delete(listener);
  }

  const sections = Object.entries(members as AnyMembers).map(([section, kinds]) => {
    const verbs = Object.entries(kinds).map(([name, kind]): [string, unknown] => [
      name,
      kind === 'event'
        ? (listener: (data: unknown) => void) => listen(`${section}.${name}`, listener)
        : (input?: unknown, signal?: AbortSignal) => call(section, name, input, signal),
    ]);
    return [section, Object.fromEntries(verbs)];
  });
  return Object.fromEntries(sections) as Client<C>;
}
