import { openCache } from '#main/cache/open-cache.ts';
import { definitions } from '#main/cache/definitions.ts';
import { writer } from '#main/cache/write/writer.ts';

/** Syncs issues and builds their indexes, until the test kills this process. Prints a line for each step. */
const [file = '', key = ''] = process.argv.slice(2);
const place = { collection: 'issues', scope: 'group:2' };
const indexed = definitions.map((one) => ({ ...one, leastIndexedBytes: 0 }));
const write = writer(openCache({ file, key }, 'write'), indexed, () => undefined);
write.beginList({ place, estimatedRows: null, now: 1_000 });
for (let from = 1; from <= 2_000; from += 500) {
  const rows = Array.from({ length: 500 }, (_, at) => ({
    id: from + at,
    iid: from + at,
    project_id: 7,
    title: `Issue ${from + at}`,
    state: 'opened',
  }));
  write.putListPage({ place, rows, now: 1_000 });
}
write.finishSyncRun({ place, now: 1_000 });
while (write.buildNextIndex()) {
  process.stdout.write('step\n');
  // The test kills this process here after the second or a later step
  await new Promise((resolve) => setTimeout(resolve, 20));
}
process.stdout.write('end\n');
setInterval(() => undefined, 1_000);
