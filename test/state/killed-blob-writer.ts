import { readFileSync } from 'node:fs';
import { blobs } from '#main/state/blobs/blobs.ts';
import { openBlobs } from '#main/state/open/state-file.ts';

/** Run by a test: stores one file, writes 5 MB of another one, and kills itself before the end. */
const [folder = ''] = process.argv.slice(2);
const { db } = openBlobs({ folder, key: readFileSync(0, 'utf8'), now: 0 });
const stored = blobs(db, () => 500_000_000);
await stored.put([Buffer.from('finished')], { profileId: 'p1', kind: 'files', key: '1' }, 1);
const writer = stored.begin(2);
for (let number = 0; number < 5; number += 1) writer.write(Buffer.alloc(1_048_576, number));
process.kill(process.pid, 'SIGKILL');
