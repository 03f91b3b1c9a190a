import { copyFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openCache } from '#main/cache/open-cache.ts';
import { databases } from '../../helpers/damage.ts';
import { canMount, fill, smallDisk } from '../../helpers/disks.ts';
import { rig, syncUsers, until } from '../../helpers/rig.ts';

test.skipIf(!canMount())(
  'a full disk of the history stops the recording, not the sync, and nothing is lost',
  async () => {
    const rigged = await rig();
    const { platform, ports } = rigged;
    await syncUsers(rigged.client);
    await rigged.core.close();
    // Only the history is on the small disk
    const file = join(dirname(databases(ports).cache()), 'history.db');
    const disk = smallDisk(4);
    copyFileSync(file, join(disk, 'history.db'));
    rmSync(file);
    symlinkSync(join(disk, 'history.db'), file);
    await rigged.restart();
    const free = fill(disk);
    const since = Date.now();
    const people = platform.world.users.ordered('id').filter(({ id }) => id > 20);
    for (const { id } of people) platform.world.users.edit(id, { note: 'x'.repeat(2_000) });
    await syncUsers(rigged.client);
    expect((await rigged.client.users.get({ scope: '', id: people[0]?.id ?? 0 }))?.row).toMatchObject({
      note: 'x'.repeat(2_000),
    });
    const { cache, key } = databases(ports);
    const waiting = (): number => {
      const db = openCache({ file: cache(), key }, 'read');
      const count = db.prepare<[], number>('SELECT count(*) FROM history_outbox').pluck().get() ?? 0;
      db.close();
      return count;
    };
    // Longer than the store waits until it copies them
    await new Promise((resolve) => setTimeout(resolve, 800));
    expect(waiting()).toBeGreaterThan(people.length);
    free();
    await rigged.restart();
    await until(waiting, (count) => count === 0);
    const found = await rigged.client.history.changes({ since, until: 9e15, slice: { from: 0, count: 1 } });
    expect(found).toMatchObject({ total: people.length, recorded: { gaps: [] } });
  },
);
