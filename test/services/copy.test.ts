import { expect, test } from 'vitest';
import { rowsAsText } from '#main/services/exports/copy.ts';

const rows = [
  { id: 1, username: 'ada', name: 'Ada | Lovelace', email: 'ada@example.com', identities: [{ provider: 'ldap' }] },
  { id: 2, username: 'eve', name: '=HYPERLINK("http://x")', email: null, public_email: 'eve@example.com' },
];
async function* pieces() {
  for (const row of rows) yield [{ row }];
}
const address = ({ row: { id } }: { row: { id: number } }): string => `https://git.example/api/v4/users/${id}`;
const copy = (format: 'json' | 'csv' | 'markdown' | 'curl' | 'id' | 'email', limit = 10) =>
  rowsAsText(pieces(), { format, columns: ['id', 'name', 'identities'], key: 'id', address, limit });

test('a CSV cell that looks like a formula gets an apostrophe', async () => {
  const { text } = await copy('csv');
  expect(text.split('\n')).toEqual([
    'id,name,identities',
    '1,Ada | Lovelace,"[{""provider"":""ldap""}]"',
    `2,"'=HYPERLINK(""http://x"")",`,
    '',
  ]);
});

test('a pipe in a name does not break the Markdown table', async () => {
  expect((await copy('markdown')).text.split('\n')[2]).toContain('Ada \\| Lovelace');
});

test('curl commands contain no token and quote their URL', async () => {
  expect((await copy('curl')).text.split('\n')[0]).toBe(
    `curl --header "PRIVATE-TOKEN: $REEVE_TOKEN" 'https://git.example/api/v4/users/1'`,
  );
});

test('rows above the limit are counted, not copied', async () => {
  expect(await copy('id', 1)).toEqual({ text: '1', rows: 1, leftOut: 1 });
});

test('without an email address the public one is copied', async () => {
  expect((await copy('email')).text).toBe('ada@example.com\neve@example.com');
});

test('a copy ends before it is too large for a clipboard, and counts the rows that it leaves out', async () => {
  async function* large() {
    for (let id = 1; id <= 30; id += 1) yield [{ row: { id, note: 'x'.repeat(1_000_000) } }];
  }
  const options = { format: 'json' as const, columns: ['id'], key: 'id', address, limit: 100 };
  const { text, rows: copied, leftOut } = await rowsAsText(large(), options);
  expect((JSON.parse(text) as { id: number }[]).map(({ id }) => id)).toEqual(
    Array.from({ length: copied }, (_, at) => at + 1),
  );
  expect(text.length).toBeLessThan(20_100_000);
  expect(copied + leftOut).toBe(30);
});
