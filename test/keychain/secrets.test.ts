import { describe, expect, onTestFinished, test } from 'vitest';
import { startSecretService, whyNoSecretService } from '../helpers/secret-service.ts';
import type { SecretService } from '../helpers/secret-service.ts';
import { ask } from './asking.ts';

const why = whyNoSecretService();
const set = ['set', 'token:p1', 'glpat-secret'] as const;

async function service(keyring: 'unlocked' | 'never-unlocked' | 'none'): Promise<SecretService> {
  const started = await startSecretService({ keyring });
  onTestFinished(() => started.stop());
  return started;
}

test('a machine that cannot load keytar gets a failure with the reason, not a crash', async () => {
  const foreign = `data:text/javascript,Object.defineProperty(process,'arch',{value:'unknown'})`;
  const [answer] = await ask({ NODE_OPTIONS: `--import "${foreign}"` }, [['get', 'a']]);
  expect(answer).toMatchObject({
    code: 'denied',
    reason: 'keychain-missing',
    reportedMessage: expect.stringMatching(/-unknown.keytar\.node/) as string,
  });
});

describe.skipIf(why !== null)(`a real Secret Service${why === null ? '' : ` (${why})`}`, () => {
  test('keeps, answers and forgets, for every process on its bus and each service apart', async () => {
    const { env } = await service('unlocked');
    const long = 'x'.repeat(2_000);
    expect(await ask(env, [['get', 'token:p1'], [...set], ['get', 'token:p1']])).toEqual([null, null, 'glpat-secret']);
    expect(
      await ask(env, [
        ['set', 'token:p1', long],
        ['get', 'token:p1'],
      ]),
    ).toEqual([null, long]);
    expect(await ask(env, [['get', 'token:p1']], { service: 'Another program' })).toEqual([null]);
    expect(
      await ask(env, [
        ['delete', 'token:p1'],
        ['delete', 'token:p1'],
        ['get', 'token:p1'],
      ]),
    ).toEqual([null, null, null]);
  });

  test('locked: get answers null although the entry is there, and set says that it is locked', async () => {
    const { env, lock } = await service('unlocked');
    await ask(env, [[...set]]);
    lock();
    const message = 'Cannot create an item in a locked collection';
    expect(await ask(env, [['get', 'token:p1'], [...set]])).toEqual([
      null,
      expect.objectContaining({ code: 'denied', reason: 'keychain-locked', reportedMessage: message }),
    ]);
  });

  test('never unlocked counts as locked', async () => {
    const { env } = await service('never-unlocked');
    expect(await ask(env, [['get', 'token:p1'], [...set]])).toEqual([
      null,
      expect.objectContaining({
        code: 'denied',
        reason: 'keychain-locked',
        reportedMessage: expect.stringMatching(/^Object does not exist/) as string,
      }),
    ]);
  });

  test('the message of a bus without a keychain is reported', async () => {
    const { env } = await service('none');
    const message = 'The name org.freedesktop.secrets was not provided by any .service files';
    const missing = expect.objectContaining({
      code: 'denied',
      reason: 'keychain-missing',
      reportedMessage: message,
    }) as object;
    expect(
      await ask(env, [
        ['get', 'a'],
        ['set', 'a', 'b'],
        ['delete', 'a'],
      ]),
    ).toEqual([missing, missing, missing]);
  });

  test('a bus that is gone is no keychain', async () => {
    const started = await service('unlocked');
    await started.stop();
    const [answer] = await ask(started.env, [['get', 'a']]);
    expect(answer).toMatchObject({
      code: 'denied',
      reason: 'keychain-missing',
      reportedMessage: expect.stringMatching(/^Could not connect/) as string,
    });
  });

  test('a keychain that hangs is given up', async () => {
    const { env, freeze, resume } = await service('unlocked');
    freeze();
    const [answer] = await ask(env, [['get', 'token:p1']], { giveUpAfterMs: 300 });
    expect(answer).toMatchObject({
      code: 'denied',
      reason: 'keychain-missing',
      reportedMessage: 'The keychain gave no answer in 0.3 s',
    });
    resume();
    expect(await ask(env, [['get', 'token:p1']])).toEqual([null]);
  });

  test('plain npm test has a private keychain of its own', async () => {
    expect(process.env['DBUS_SESSION_BUS_ADDRESS']).toContain('reeve-keyring-');
    expect(
      await ask({}, [
        ['set', 'shared', 'yes'],
        ['get', 'shared'],
        ['delete', 'shared'],
      ]),
    ).toEqual([null, 'yes', null]);
  });
});
