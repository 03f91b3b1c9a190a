import { expect, test } from 'vitest';
import type { KeyAnswer, KeyReading } from '#shared/contract/keys.ts';
import { KeyLookUp } from '../../../src-renderer/stores/keys/key-look-up.svelte.ts';
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

/** A core that records its calls and finds an id in each line. */
function rig(answer: (id: number) => KeyAnswer | null = () => null) {
  const read: string[] = [];
  const asked: number[] = [];
  const lookedUp: unknown[][] = [];
  const keys = {
    read: ({ text }: { text: string }) => {
      read.push(text);
      const found = text.split('\n').map((_, at) => id(at + 1));
      return Promise.resolve({ holdsPrivateKey: false, found, leftOut: 0, linesWithout: 0, unused: 0 });
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

test('a private key and the text after it are not sent to the core', async () => {
  const { lookUp, read } = rig();
  lookUp.type(pem);
  expect([lookUp.wasPrivate, lookUp.text]).toEqual([true, '']);
  lookUp.type('QyNTUxOQAAACBr7mBdST8kRCtAkdmb');
  expect([lookUp.wasPrivate, lookUp.text]).toEqual([true, '']);
  await lookUp.settled();
  expect(read).toEqual([]);
});

test('the last typed text is read, and the cache is queried in batches', async () => {
  const { lookUp, read, asked } = rig();
  lookUp.type('first');
  const text = Array.from({ length: 450 }, (_, at) => String(at + 1)).join('\n');
  lookUp.type(text);
  await lookUp.settled();
  expect(read).toEqual([text]);
  expect(asked).toEqual([200, 200, 50]);
  expect(lookUp.queries).toHaveLength(450);
});

test('only keys without a result can be looked up', async () => {
  const known = (key: number): KeyAnswer => ({
    key,
    row: { id: key, answer: key === 2 ? 'waiting' : 'unknown' },
    fetchedAt: 1,
    notReturnedSince: null,
  });
  const { lookUp, lookedUp } = rig((one) => (one === 3 ? null : known(one)));
  lookUp.type('1\n2\n3');
  await lookUp.settled();
  expect(lookUp.newQueries.map(({ found }) => found.id)).toEqual([2, 3]);
  await lookUp.start(lookUp.newQueries);
  expect(lookedUp[0]).toHaveLength(2);
});
