import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Failure, type Code, type Reason } from '#shared/errors.ts';
import { explainWord } from '#shared/text/en/failures.ts';
import { sampleCapability, sampleProfile } from '../samples.ts';
import { button, callsOf, heading, openWindow } from './window.ts';

const first = { profiles: [], openId: null };

async function fill(url = 'git.example.com', token = 'secret-token'): Promise<void> {
  await page.getByLabelText('Address').fill(url);
  await page.getByLabelText('Token').fill(token);
}

function failing(code: Code, reason: Reason, more: { status?: number; reportedMessage?: string; field?: string } = {}) {
  const test = (): never => {
    throw new Failure(code, 'no', { reason, ...more });
  };
  return { profiles: { test } };
}

test('empty fields show an error, and the first of them gets the focus', async () => {
  const core = await openWindow({ world: first });
  await button('Test connection').click();
  await expect.element(page.getByText('Enter the address of the instance.')).toBeVisible();
  await expect.element(page.getByText('Enter a token.')).toBeVisible();
  await expect.element(page.getByLabelText('Address')).toHaveFocus();
  expect(callsOf(core, 'profiles.test')).toHaveLength(0);
});

test('no field shows an error before the first submit', async () => {
  await openWindow({ world: first });
  await page.getByLabelText('Address').fill('not an address');
  await page.getByLabelText('Token').click();
  await expect.element(page.getByText('Advanced')).toBeVisible();
  await expect.element(page.getByText(/Enter an address such as/)).not.toBeInTheDocument();
});

test('a connection test shows the permissions of the token and refused requests', async () => {
  const capabilities = [
    sampleCapability({ name: 'users' }),
    sampleCapability({ name: 'users.administrator', outcome: 'denied', status: 403 }),
  ];
  await openWindow({ world: { ...first, capabilities } });
  await fill();
  await button('Test connection').click();
  await expect.element(page.getByRole('row', { name: /List users Allowed GET \/users/ })).toBeVisible();
  await expect.element(page.getByRole('row', { name: /administrator fields of users Denied/ })).toBeVisible();
});

test.each([
  ['offline', 'name-not-found', 'The host name wasn’t found.'],
  ['offline', 'connection-refused', 'The server refused the connection.'],
  ['offline', 'tls', 'The certificate of this instance isn’t trusted.'],
  ['offline', 'proxy', 'The proxy rejected the connection.'],
  ['offline', 'timed-out', 'The instance didn’t respond in time.'],
  ['remote', 'platform-down', 'The instance is down or under maintenance.'],
  ['remote', 'not-json', 'Reeve received a web page or plain text instead of an API response.'],
  ['remote', 'not-this-api', 'The server responds, but not with an API that Reeve supports.'],
  ['denied', 'token-rejected', 'The instance doesn’t accept this token.'],
] as const)('%s/%s has its own sentence on the connect page', async (code, reason, sentence) => {
  await openWindow({ world: first, answers: failing(code, reason) });
  await fill();
  await button('Test connection').click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(sentence);
});

test('after a refused connection, only the form for a new address says to check the port', async () => {
  await openWindow({ world: first, answers: failing('offline', 'connection-refused') });
  await fill();
  await button('Test connection').click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Check the port\. The instance may be down\./);
  expect(explainWord('connection-refused').nextStep).not.toContain('port');
});

test('plain HTTP to another machine is an error of the address, and Advanced opens', async () => {
  await openWindow({ world: first, answers: failing('invalid', 'plain-http', { field: 'url' }) });
  await fill('http://git.example.com');
  await button('Test connection').click();
  await expect.element(page.getByText('Use HTTPS, or allow plain HTTP under Advanced.')).toBeVisible();
  await expect.element(page.getByLabelText('Allow plain HTTP')).toBeVisible();
});

test('the message of the instance is shown below the explanation', async () => {
  const answers = failing('remote', 'not-json', { status: 200, reportedMessage: '<title>Guest Wi-Fi</title>' });
  await openWindow({ world: first, answers });
  await fill();
  await button('Test connection').click();
  await expect.element(page.getByText('HTTP 200 · <title>Guest Wi-Fi</title>')).toBeVisible();
});

test('an unreachable instance can still be saved', async () => {
  const core = await openWindow({ world: first, answers: failing('offline', 'timed-out') });
  await fill();
  await button('Save and open').click();
  await button('Save without a connection').click();
  await expect.poll(() => callsOf(core, 'profiles.add')).toHaveLength(1);
});

test.each([
  ['remote', 'platform-down', true],
  ['remote', 'not-json', false],
  ['remote', 'unreadable-reply', false],
  ['remote', 'foreign-redirect', false],
] as const)('after %s/%s, saving without a connection is offered: %s', async (...given) => {
  const [code, reason, isOffered] = given;
  await openWindow({ world: first, answers: failing(code, reason) });
  await fill();
  await button('Test connection').click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  expect(button('Save without a connection').elements()).toHaveLength(isOffered ? 1 : 0);
});

test('a token with characters that no header allows has another error than a refused one', async () => {
  const core = await openWindow({ world: first });
  await fill('https://git.example.com/', 'töken€');
  await button('Test connection').click();
  await expect.element(page.getByText(/^A token can contain only letters/)).toBeVisible();
  expect(callsOf(core, 'profiles.test')).toHaveLength(0);
});

test('the form says that the connection is being tested, and a saved instance opens its setup', async () => {
  let end: () => void = () => undefined;
  const tested = new Promise<void>((resolve) => (end = resolve));
  const test = async ({ url }: { url: string }) => {
    await tested;
    return { url, capabilities: [], suggestedDialect: null };
  };
  await openWindow({ world: first, answers: { profiles: { test } } });
  await fill();
  await button('Save and open').click();
  await expect.element(page.getByRole('progressbar', { name: /^Checking .*git\.example\.com/ })).toBeVisible();
  end();
  await expect.poll(() => location.hash).toBe('#/overview/setup');
});

test('a rejected token cannot be saved', async () => {
  const core = await openWindow({ world: first, answers: failing('denied', 'token-rejected') });
  await fill();
  await button('Save and open').click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(button('Save without a connection')).not.toBeInTheDocument();
  expect(callsOf(core, 'profiles.add')).toHaveLength(0);
});

test('saving tests the connection first, uses the host as the name, and opens the consoles', async () => {
  const core = await openWindow({ world: first });
  await fill('https://git.example.com/', 'secret-token');
  await button('Save and open').click();
  await expect.element(page.getByRole('navigation', { name: 'Consoles' })).toBeVisible();
  expect(callsOf(core, 'profiles.test')).toHaveLength(1);
  expect(callsOf(core, 'profiles.add')).toEqual([
    expect.objectContaining({
      name: 'git.example.com',
      url: 'https://git.example.com/',
      token: 'secret-token',
      proxy: null,
    }),
  ]);
});

test('a name that another instance has is refused before any request', async () => {
  const core = await openWindow({ path: '/connect' });
  await expect.element(heading('Add an instance')).toBeVisible();
  await fill();
  await page.getByLabelText('Display name', { exact: true }).fill('GIT.corp.example');
  await button('Test connection').click();
  await expect.element(page.getByText('Another instance already has this name.')).toBeVisible();
  expect(callsOf(core, 'profiles.test')).toHaveLength(0);
});

test('if the replies suggest the names of GitLab, the form selects them, says why, and waits for another click', async () => {
  const answers = {
    profiles: {
      test: ({ url, dialect }: { url: string; dialect?: string }) => ({
        ...{ url, capabilities: [] },
        suggestedDialect: dialect === 'gitlab' ? null : ('gitlab' as const),
      }),
    },
  };
  const core = await openWindow({ world: first, answers });
  await fill();
  await expect.element(page.getByRole('radio', { name: 'As documented' })).toBeChecked();
  await button('Save and open').click();
  await expect.element(page.getByRole('radio', { name: 'As in GitLab' })).toBeChecked();
  await expect.element(page.getByText(/^The replies have headers that begin with X-Gitlab-/)).toBeVisible();
  await expect.element(page.getByText(/Check this choice, then save\./)).toBeVisible();
  expect(callsOf(core, 'profiles.add')).toEqual([]);
  await page.getByText('As documented').click();
  await button('Save and open').click();
  await expect.element(page.getByRole('navigation', { name: 'Consoles' })).toBeVisible();
  expect(callsOf(core, 'profiles.add')).toMatchObject([{ dialect: 'documented' }]);
  await expect.poll(() => callsOf(core, 'profiles.chooseDialect')).toMatchObject([{ dialect: 'documented' }]);
});

test('if the replies suggest no names, the form asks which ones the instance uses, and keeps the documented ones', async () => {
  const core = await openWindow({ world: first });
  await fill();
  await button('Test connection').click();
  await expect.element(page.getByText(/^The replies don’t show which names this instance uses\./)).toBeVisible();
  await expect.element(page.getByRole('radio', { name: 'As documented' })).toBeChecked();
  await button('Save and open').click();
  await expect.poll(() => callsOf(core, 'profiles.add')).toMatchObject([{ dialect: 'documented' }]);
  expect(callsOf(core, 'profiles.chooseDialect')).toEqual([]);
});

test.each([
  ['Use names of GitLab', 'gitlab'],
  ['Keep documented names', 'documented'],
])('an instance that seems to use the names of GitLab is proposed once: %s', async (label, dialect) => {
  const core = await openWindow({ world: { profiles: [sampleProfile({ proposedDialect: 'gitlab' })] } });
  const strip = page.getByRole('region', { name: 'Field names' });
  await expect.element(strip).toMatchTextContent(/^The replies of git\.corp\.example have headers that begin with/);
  await strip.getByRole('button', { name: label }).click();
  await expect.element(strip).not.toBeInTheDocument();
  expect(callsOf(core, 'profiles.chooseDialect')).toEqual([{ id: 'p1', dialect }]);
});

test('for an address that was copied from a page, the address of the host is offered', async () => {
  const core = await openWindow({ world: first });
  await fill('https://git.example.com/acme/core/-/issues');
  await button('Test connection').click();
  await expect.element(page.getByText(/This is the address of a page/)).toBeVisible();
  expect(callsOf(core, 'profiles.test')).toHaveLength(0);
  await button('Use https://git.example.com').click();
  await expect.element(page.getByLabelText('Address')).toHaveValue('https://git.example.com');
  await button('Test connection').click();
  await expect.poll(() => callsOf(core, 'profiles.test')).toHaveLength(1);
});
