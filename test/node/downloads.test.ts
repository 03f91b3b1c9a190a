import { readdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { proposedName, safeFileName } from '#main/api/client/wire/file-name.ts';
import { attachment } from '#main/hosts/node/downloads.ts';
import { createFileExports } from '#main/services/exports/file-exports.ts';
import { rig } from './page-server-rig.ts';

/** Names in 20 scripts; the last ones have characters outside of the first plane. */
const names = [
  'report "final" (2), 100%.csv',
  'größe.txt',
  '€.csv',
  'отчёт.pdf',
  'αναφορά.md',
  'զեկույց.txt',
  'דוח.csv',
  'تقرير.csv',
  'रिपोर्ट.md',
  'প্রতিবেদন.md',
  'ਰਿਪੋਰਟ.md',
  'અહેવાલ.md',
  'அறிக்கை.md',
  'నివేదిక.md',
  'ವರದಿ.md',
  'റിപ്പോർട്ട്.md',
  'รายงาน.md',
  'ລາຍງານ.md',
  'ანგარიში.md',
  'ሪፖርት.md',
  '日本語.md',
  '보고서.md',
  '🦊 𠮷.md',
];

test.each(names)('a file named %s arrives under its name', async (name) => {
  const { ask, enter, downloads } = await rig();
  const cookie = await enter();
  const { downloads: offered } = await createFileExports(downloads.exports).save(name, async (path) => {
    writeFileSync(path, 'content');
    return { files: [path] };
  });
  const { status, headers, body } = await ask(offered[0]?.address ?? '', { cookie });
  expect([status, body]).toEqual([200, 'content']);
  expect(headers['content-disposition']).toMatch(/^[ -~]+$/);
  expect(proposedName(headers['content-disposition'])).toBe(safeFileName(name));
  expect(offered[0]?.name).toBe(safeFileName(name));
});

test('the header has the name in UTF-8, and a name of only ASCII characters', () => {
  expect(attachment('größe "1" 50%.txt')).toBe(
    `attachment; filename="gr__e \\"1\\" 50_.txt"; filename*=UTF-8''gr%C3%B6%C3%9Fe%20%221%22%2050%25.txt`,
  );
  expect(attachment("it's (a*).txt")).toContain("filename*=UTF-8''it%27s%20%28a%2A%29.txt");
});

// The low bytes of these characters are those of slash, backslash, colon, line feed and quotation mark
test.each(['..\u012f..\u012fpasswd', '\u015c\u015cserver\u015cx', 'c\u013ax', 'a\u010a\u0122; x="'])(
  'a character whose low byte is a separator stays a character: %j',
  (name) => {
    const [, ascii] = /filename="(.*)"; filename\*/.exec(attachment(name)) ?? [];
    expect(ascii?.replaceAll('\\"', '')).toMatch(/^[\w.;= ]+$/);
    expect(proposedName(attachment(name))).toBe(name);
  },
);

test('every file is saved under a name that is safe on each system', async () => {
  const places: string[] = [];
  const exports = createFileExports({
    place: async (name) => (places.push(name), name),
    finish: async () => [],
  });
  for (const name of ['../x.csv', 'CON.csv', 'a. . ', 'a\u202efdp.exe', `${'界'.repeat(300)}.csv`]) {
    await exports.save(name, async () => ({ files: [] }));
  }
  expect(places).toEqual(['x.csv', '_CON.csv', 'a', 'afdp.exe', `${'界'.repeat(65)}.csv`]);
});

test('a download that was cut off can be repeated, and its file is deleted after it was sent completely', async () => {
  const { ask, enter, downloads, folder, port } = await rig();
  const cookie = await enter();
  const path = (await downloads.exports.place('größe.txt')) ?? '';
  const content = 'x'.repeat(20_000_000);
  writeFileSync(path, content);
  const [file] = await downloads.exports.finish([path]);
  const address = file?.address ?? '';
  await new Promise<void>((resolve, reject) => {
    const first = request({ host: '127.0.0.1', port, path: address, headers: { cookie } }, (response) => {
      response.once('data', () => (response.destroy(), resolve()));
    });
    first.on('error', reject);
    first.end();
  });
  expect((await ask(address, { cookie })).body === content).toBe(true);
  await expect.poll(() => readdirSync(join(folder, 'downloads'))).toEqual([]);
  expect((await ask(address, { cookie })).status).toBe(404);
});
