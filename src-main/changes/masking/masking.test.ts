import { expect, test } from 'vitest';
import { remoteMirrors } from '#main/api/endpoints/remote-mirrors.ts';
import { runners } from '#main/api/endpoints/runners.ts';
import { webhooks } from '#main/api/endpoints/webhooks.ts';
import type { StoredWrite } from '#main/state/plans.ts';
import { maskSecrets, refsIn, refText, withoutSecrets, withSecrets } from './masking.ts';

function planSecrets() {
  const values = new Map<string, string>();
  const add = (value: string) => {
    const secretRef = `ref-${values.size}`;
    values.set(secretRef, value);
    return { secretRef };
  };
  return { add, values };
}

test('secret fields and the values of pairs are replaced with references, and restored unchanged', () => {
  const body = {
    url: 'https://hook.example',
    token: 's3cret-token',
    custom_headers: [{ key: 'X-Key', value: 's3cret-header' }],
    url_variables: [{ key: 'who', value: 's3cret-variable' }],
  };
  const { add, values } = planSecrets();
  const kept = withoutSecrets({ op: 'webhooks.create', path: { id: 1 }, body }, webhooks.create, { add });
  expect(JSON.stringify(kept)).not.toContain('s3cret');
  expect(kept.body?.['custom_headers']).toMatchObject([{ key: 'X-Key' }]);
  expect(refsIn(kept).map(({ field }) => field)).toEqual(['token', 'custom_headers.0.value', 'url_variables.0.value']);
  expect(withSecrets(kept, values).body).toEqual(body);
});

test('the JSON of each write with a secret reference contains the text by which its row is found', () => {
  const secretIn = (write: Partial<StoredWrite>): string =>
    JSON.stringify(
      withoutSecrets({ op: '', path: {}, ...write }, { ...webhooks.create, secrets: ['token'] }, planSecrets()),
    );
  expect(secretIn({ path: { token: 's3cret' } })).toContain(refText);
  expect(secretIn({ query: { token: 's3cret' } })).toContain(refText);
  expect(secretIn({ body: { token: 's3cret' } })).toContain(refText);
  expect(secretIn({ body: { other: [{ url: 'https://robot:pass@one.example' }] } })).toContain(refText);
  expect(secretIn({ path: { id: 1 }, body: { name: 'x' } })).not.toContain(refText);
});

test('an address is a secret only if it contains a password, in any field', () => {
  const hidden = (body: Record<string, unknown>, endpoint: Parameters<typeof withoutSecrets>[1]) =>
    refsIn(withoutSecrets({ op: '', path: {}, body }, endpoint, planSecrets())).length;
  expect(hidden({ url: 'https://robot:pass-word@mirror.example/x.git' }, remoteMirrors.create)).toBe(1);
  expect(hidden({ url: 'https://mirror.example/x.git' }, remoteMirrors.create)).toBe(0);
  expect(hidden({ maintenance_note: 'https://robot:pass-word@mirror.example' }, runners.edit)).toBe(1);
  expect(hidden({ maintenance_note: 'see https://mirror.example' }, runners.edit)).toBe(0);
});

test('a stored reply keeps the user name of an SSH address, but not its password', () => {
  const reply = { ssh_url_to_repo: 'ssh://git@git.example/a.git', other: 'ssh://git:pass-word@git.example/a.git' };
  expect(maskSecrets(reply, [], [])).toEqual({
    ssh_url_to_repo: 'ssh://git@git.example/a.git',
    other: 'ssh://git.example/a.git',
  });
});

test('a stored reply contains no secret fields, no passwords, and no secrets that were sent', () => {
  const read = {
    token: 'minted-value',
    url: 'https://robot:pass-word@mirror.example/x',
    note: 'got s3cret-token',
    id: 7,
  };
  expect(maskSecrets(read, ['token'], ['s3cret-token'])).toEqual({
    token: '[secret]',
    url: 'https://mirror.example/x',
    note: 'got [secret]',
    id: 7,
  });
});
