import { expect, test } from 'vitest';
import { fieldsOf, form, json, messageOf, row } from '../repository-rig.ts';
import { WEBHOOK } from '../resources/webhooks.ts';
import { ask, start } from '../rig.ts';
import { addHook, HOOKS, readHook } from '../webhooks-rig.ts';

const TRIGGERS = WEBHOOK.filter((name) => name.endsWith('_events'));

test('the seeded webhooks have exactly the documented fields', async () => {
  const platform = await start();
  const answer = await ask(platform, 'maintainer', HOOKS);
  expect(answer.rows.length).toBeGreaterThan(0);
  expect(answer.rows.map(fieldsOf)).toEqual(answer.rows.map(() => WEBHOOK));
  const [first] = answer.rows;
  expect(await readHook(platform, first?.id)).toEqual(first);
  const page = await ask(platform, 'maintainer', `${HOOKS}?per_page=1&page=2`);
  expect([page.rows, page.headers.get('x-total')]).toEqual([[answer.rows[1]], String(answer.rows.length)]);
  expect((await ask(platform, 'maintainer', `${HOOKS}/99999`)).status).toBe(404);
  expect((await ask(platform, 'owner', `/projects/acme%2Fwebsite/hooks/${String(first?.id)}`)).status).toBe(404);
});

test('a new webhook is enabled for pushes and verifies certificates', async () => {
  const platform = await start();
  const made = await addHook(platform, { url: 'https://hooks.example/x' });
  expect(fieldsOf(made)).toEqual(WEBHOOK);
  expect(made).toMatchObject({
    url: 'https://hooks.example/x',
    enable_ssl_verification: true,
    branch_filter_strategy: 'wildcard',
    push_events: true,
    alert_status: 'executable',
    disabled_until: null,
    custom_headers: [],
    url_variables: [],
  });
  for (const name of TRIGGERS.filter((trigger) => trigger !== 'push_events')) expect(made[name], name).toBe(false);
});

test('all parameters of a webhook are stored, and secrets are not returned', async () => {
  const platform = await start();
  const shown = {
    url: 'https://hooks.example/{place}',
    name: 'Board',
    description: 'On the wall',
    push_events_branch_filter: '^release/',
    branch_filter_strategy: 'regex',
    enable_ssl_verification: false,
    custom_webhook_template: '{"a": "{{object_kind}}"}',
    ...Object.fromEntries(TRIGGERS.map((name) => [name, true])),
  };
  const secret = {
    token: 'secret-token',
    custom_headers: [{ key: 'X-Key', value: 'secret-header' }],
    url_variables: [{ key: 'place', value: 'secret-place' }],
  };
  const made = await addHook(platform, { ...shown, ...secret });
  expect(made).toMatchObject({ ...shown, custom_headers: [{ key: 'X-Key' }], url_variables: [{ key: 'place' }] });
  const kept = await readHook(platform, made.id);
  expect(kept).toEqual(made);
  expect(JSON.stringify(kept)).not.toContain('secret');
});

test('a webhook can be created with a form', async () => {
  const platform = await start();
  const pairs = [
    ['url', 'https://hooks.example/x'],
    ['push_events', 'false'],
    ['note_events', 'true'],
    ['custom_headers[][key]', 'X-A'],
    ['custom_headers[][value]', '1'],
    ['custom_headers[][key]', 'X-B'],
    ['custom_headers[][value]', '2'],
  ] as const;
  const answer = await ask(platform, 'maintainer', HOOKS, form('POST', pairs));
  expect(row(answer)).toMatchObject({
    push_events: false,
    note_events: true,
    custom_headers: [{ key: 'X-A' }, { key: 'X-B' }],
  });
});

test('addresses other than http and https, invalid filters and other invalid values are refused', async () => {
  const platform = await start();
  const url = 'https://hooks.example/x';
  const bad = [
    {},
    { url: '' },
    { url: 'hooks.example' },
    { url: 'ftp://hooks.example' },
    { url: 'javascript:alert(1)' },
    { url: 'file:///etc/passwd' },
    { url: 'http://' },
    { url, push_events: 'perhaps' },
    { url, branch_filter_strategy: 'some' },
    { url, branch_filter_strategy: 'regex', push_events_branch_filter: '(' },
    { url, push_events_branch_filter: 'a b' },
    { url, custom_headers: 'text' },
    { url, custom_headers: [{ value: 'x' }] },
    { url, custom_headers: [{ key: 'bad name', value: 'x' }] },
    { url, custom_headers: [{ key: 'X-A', value: 'a\r\nX-B: b' }] },
    { url, token: 'a\nb' },
  ];
  const before = (await ask(platform, 'maintainer', HOOKS)).rows.length;
  for (const body of bad) {
    const answer = await ask(platform, 'maintainer', HOOKS, json('POST', body));
    expect([[400, 422].includes(answer.status), messageOf(answer).length > 2], JSON.stringify(body)).toEqual([
      true,
      true,
    ]);
  }
  expect((await ask(platform, 'maintainer', HOOKS)).rows).toHaveLength(before);
});

test('webhooks require an administrator or the Maintainer role', async () => {
  const platform = await start();
  const expected = {
    outsider: 404,
    guest: 403,
    reporter: 403,
    developer: 403,
    auditor: 403,
    maintainer: 200,
    owner: 200,
    admin: 200,
    read_api: 200,
  } as const;
  const [hook] = (await ask(platform, 'admin', HOOKS)).rows;
  const one = `${HOOKS}/${String(hook?.id)}`;
  for (const [who, status] of Object.entries(expected)) {
    const as = who as keyof typeof expected;
    for (const path of [HOOKS, one, `${one}/events`]) {
      expect((await ask(platform, as, path)).status, `${who} ${path}`).toBe(status);
    }
    const made = await ask(platform, as, HOOKS, json('POST', { url: 'https://hooks.example' }));
    expect(made.status === 201 ? 200 : made.status, who).toBe(who === 'read_api' ? 403 : status);
  }
  for (const path of [HOOKS, one, `${one}/events`]) expect((await ask(platform, null, path)).status).toBe(401);
});
