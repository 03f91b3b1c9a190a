import { expect, onTestFinished, test } from 'vitest';
import { fileParser, mostBytesOnMainThread } from '#main/services/dependency-exports/file-parser.ts';
import { defaultLimits, parseExport } from '#main/services/dependency-exports/parse-export.ts';
import type { ExportedPackage } from '#main/state/blobs/packages.ts';
import { fakePorts } from '../../helpers/fake-ports.ts';
import { tempFolder } from '../../state/data-folders.ts';
import { exportsRig, platformWith, sbom, type Request } from './rig.ts';

const shop: Request = { kind: 'project', ref: 7, type: 'cyclonedx_1_6_json', label: 'acme/shop' };
const names = (count: number) => Array.from({ length: count }, (_, at) => `package-${at}@1.0.${at}`);
/** White space that makes a file so large that it is parsed in the thread. */
const padding = ' '.repeat(mostBytesOnMainThread);

function parser() {
  const own = fileParser(fakePorts(tempFolder()).workers.parse);
  onTestFinished(own.close);
  return own;
}
async function* inChunks(bytes: Buffer): AsyncGenerator<Buffer> {
  // Odd sizes cut characters of several bytes
  for (let at = 0; at < bytes.length; at += 99_991) yield bytes.subarray(at, at + 99_991);
}

test.each([
  ['CycloneDX', 'cyclonedx_1_6_json', Buffer.from(sbom(...names(3_001), 'größe-≠-𝒳@1') + padding)],
  ['an array with broken entries', 'json_array', Buffer.from(`[{"name":"a"},7,{"name":""},{"name":"ä"}]${padding}`)],
  ['CSV', 'csv', Buffer.from(`Name,Version\n${'"dual, ""q""",1\nx,2\n"open\n'}${padding}`)],
  ['a format that is not reported', '', Buffer.from(`Name,Version\nrack,3\n${padding}`)],
  ['no JSON', 'cyclonedx_1_6_json', Buffer.from(`<html>${padding}`)],
  ['bytes that are not UTF-8', 'json_array', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(padding)])],
  ['deep nesting', 'json_array', Buffer.from('['.repeat(mostBytesOnMainThread + 1))],
])('%s gives the same packages in the thread as on the main thread', async (_, exportType, bytes) => {
  expect(bytes.length).toBeGreaterThan(mostBytesOnMainThread);
  const found: ExportedPackage[] = [];
  let counts: unknown;
  await parser().parse(
    { chunks: inChunks(bytes), sizeBytes: bytes.length, exportType },
    async ({ pieces, ...rest }) => {
      counts = rest;
      for await (const piece of pieces) found.push(...piece);
    },
  );
  const { packages, ...rest } = parseExport(bytes, exportType);
  expect(found).toEqual(packages);
  expect(counts).toEqual({ ...rest, packages: packages.length });
});

test('a file above the limit is not read', async () => {
  const sizeBytes = defaultLimits.bytes + 1;
  const chunks = inChunks(Buffer.alloc(0));
  let found: unknown;
  await parser().parse({ chunks, sizeBytes, exportType: 'json_array' }, async (parsed) => void (found = parsed));
  expect(found).toEqual({ packages: 0, unreadable: 0, problem: 'too-large', pieces: [] });
  expect(await chunks.next()).toMatchObject({ done: true });
});

test('a large export whose packages were stored in part is parsed again after a restart', async () => {
  const file = sbom(...names(1_600), 'lodash@4.17.21') + padding;
  const rig = await exportsRig(platformWith(new Map([[1, { file }]])));
  rig.request(shop, 1);
  await rig.check(1);
  expect(rig.rows()).toMatchObject([{ state: 'kept', packages: 1_601, problem: null }]);
  const [blob] = rig.state.blobs.of(rig.profileId, 'dependency-exports');
  // As when Reeve is killed after the first pieces
  const broken = (async function* () {
    yield [{ name: 'first', version: null, type: null, purl: null, licenses: '', project: null }];
    throw new Error('killed');
  })();
  const partly = { packages: 1_601, unreadable: 0, problem: null, pieces: broken };
  await expect(rig.state.packages.put(blob?.id ?? 0, 1, partly, (name) => name)).rejects.toThrow('killed');
  rig.restart();
  expect(rig.rows()).toMatchObject([{ state: 'kept', packages: null }]);
  expect(await rig.verbs.packageIn({ name: 'lodash' })).toMatchObject({ found: 1 });
  expect(rig.rows()).toMatchObject([{ state: 'kept', packages: 1_601, problem: null }]);
  expect(await rig.verbs.packageIn({ name: 'first' })).toMatchObject({ found: 0 });
});

test('a thread that is ended while it parses leaves the file unread, and the next search reads it', async () => {
  const own = parser();
  const bytes = Buffer.from(sbom(...names(2_000)) + padding);
  const file = () => ({ chunks: inChunks(bytes), sizeBytes: bytes.length, exportType: 'cyclonedx_1_6_json' });
  const ended = own.parse(file(), async ({ pieces }) => {
    for await (const _ of pieces) await own.close();
  });
  await expect(ended).rejects.toMatchObject({ code: 'bug' });
  let count = 0;
  await own.parse(file(), async ({ packages }) => void (count = packages));
  expect(count).toBe(2_000);
});
