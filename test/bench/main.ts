import { parseArgs } from 'node:util';
import { syncFigures } from './sync.ts';
import { listFigures } from './lists.ts';
import { planFigures } from './plans.ts';
import { print } from './report.ts';
import { benchRig } from './bench-rig.ts';
import { searchFigures } from './search.ts';
import { windowFigures } from './window.ts';

/**
 * `npm run bench -- --users 100000`: every figure is a ratio of two values measured in this run, so that it means
 * the same on any machine. Below 1.00, Reeve is faster than the reference.
 */
const { values } = parseArgs({ options: { users: { type: 'string', default: '100000' } } });
const users = Number(values.users);
for (const latencyMs of [0, 20, 80]) {
  const rig = await benchRig(latencyMs === 0 ? users : Math.min(users, 20_000), latencyMs);
  print(await syncFigures(rig));
  if (latencyMs === 0) print(await searchFigures(rig));
  if (latencyMs < 80) print(await planFigures(rig));
  await rig.end();
}
print(await listFigures(users, Math.ceil(users / 2)));
print(await windowFigures(users));
process.exit(0);
