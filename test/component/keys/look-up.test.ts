import { expect, test } from 'vitest';
import type { KeyAnswer, KeyReading } from '#shared/contract/keys.ts';
import { KeyLookUp } from '../../../src-renderer/stores/features/key-look-up.svelte.ts';
import type { Stores } from '../../../src-renderer/stores/context.ts';

const nothing = { md5: null, sha256: null, type: null, bits: null, comment: null, certificate: null, error: null };
const id = (line: number): KeyReading['found'][number] => ({
  ...nothing,
  line,
  times: 1,
  kind: 'id',
  id: line,
  isAuthority: false,
});

/** A core that notes what it was asked, and finds an id in every line. */
function desk(answer: (id: number) => KeyAnswer | null = () => null) {
  const read: string[] = [];
  const asked: number[] = [];
  const lookedUp: unknown[][] = [];
  const keys = {
    read: ({ text }: { text: string }) => {
      read.push(text);
      const found = text.split('\n').map((_, at) => id(at + 1));
      return Promise.resolve({ holdsPrivateKey: false, found, leftOut: 0, linesWithout: 0 });
    },
    answers: ({ queries }: { queries: { id: number }[] }) => {
      asked.push(queries.length);
      return Promise.resolve({ answers: queries.map((one) => answer(one.id)) });
    },
    lookUp: ({ queries }: { queries: unknown[] }) => {
      lookedUp.push(queries);
      return Promise.resolve({});
    },
    changed: () => () => undefined,
  };
  const lookUp = new KeyLookUp({ client: { keys } } as unknown as Stores['session']);
  return { lookUp, read, asked, lookedUp };
}

const pem = '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA';

test('a private key does not get as far as the core, nor do the pieces behind it', async () => {
  const { lookUp, read } = desk();
  lookUp.type(pem);
  expect([lookUp.wasPrivate, lookUp.text]).toEqual([true, '']);
  lookUp.type('QyNTUxOQAAACBr7mBdST8kRCtAkdmb');
  expect([lookUp.wasPrivate, lookUp.text]).toEqual([true, '']);
  await lookUp.settled();
  expect(read).toEqual([]);
});

test('what was typed last is what is read, and the cache is asked in pieces', async () => {
  const { lookUp, read, asked } = desk();
  lookUp.type('first');
  const text = Array.from({ length: 450 }, (_, at) => String(at + 1)).join('\n');
  lookUp.type(text);
  await lookUp.settled();
  expect(read).toEqual([text]);
  expect(asked).toEqual([200, 200, 50]);
  expect(lookUp.asks).toHaveLength(450);
});

test('those without an answer can be looked up alone', async () => {
  const known = (key: number): KeyAnswer => ({
    key,
    row: { id: key, answer: key === 2 ? 'waiting' : 'unknown' },
    fetchedAt: 1,
    goneAt: null,
  });
  const { lookUp, lookedUp } = desk((one) => (one === 3 ? null : known(one)));
  lookUp.type('1\n2\n3');
  await lookUp.settled();
  expect(lookUp.unasked.map(({ found }) => found.id)).toEqual([2, 3]);
  await lookUp.start(lookUp.unasked);
  expect(lookedUp[0]).toHaveLength(2);
});
