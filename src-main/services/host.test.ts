import { expect, test } from 'vitest';
import { Failure } from '#shared/errors.ts';
import { host } from './host.ts';

/** The status of a host whose notices can't be read for this reason. */
function statusWith(reason: 'corrupt' | 'database-locked') {
  const list = () => {
    throw new Failure('invalid', 'notices cannot be read', { reason });
  };
  const services = host({
    ports: { about: {}, network: { isOnline: () => true } },
    vault: { folder: () => '', status: () => ({}) },
    state: () => ({ notices: { list } }),
    ...{ isOpen: () => true, isChecking: () => false, unwritable: () => null },
  } as never);
  return () => services.status();
}

test('if reading the notices finds damage, the status is returned without them, and says that the data is checked', () => {
  expect(statusWith('corrupt')()).toMatchObject({ isChecking: true, notices: [] });
  expect(statusWith('database-locked')).toThrow('notices cannot be read');
});
