import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { failureMessage } from './failure-message.ts';

const paths = { data: '/data', temporary: '/tmp' };

test('a port that is in use is named, with what to do', async () => {
  const first = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void first.close());
  await once(first, 'listening');
  const { port } = first.address() as AddressInfo;
  const second = createServer().listen(port, '127.0.0.1');
  const [error] = (await once(second, 'error').catch((thrown: unknown) => [thrown])) as unknown[];
  expect(failureMessage(error, false, paths)).toMatchObject({
    text: `Reeve couldn’t start: another program uses port ${port}. Choose another one with --port, or leave the option out.`,
    exitCode: 1,
  });
});

test('anything that was thrown has a message', () => {
  expect(failureMessage(undefined, false, paths).text).toContain('/data/logs/reeve.log');
});
