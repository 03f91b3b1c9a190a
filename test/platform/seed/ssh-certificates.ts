import { DAY_MS } from '../clock.ts';
import type { World } from '../world/world.ts';
import { GROUP_PATHS } from './groups.ts';
import { ed25519Line } from './keys.ts';

const TITLES = ['Workstations', 'Build machines'];

/** Two authorities that the top-level group trusts. */
export function seedSshCertificates(world: World): void {
  const random = world.random('ssh-certificates');
  const group = world.groups.lookup(GROUP_PATHS.top);
  if (group === undefined) return;
  for (const [i, title] of TITLES.entries()) {
    const key = ed25519Line(random, `ca-${i + 1}@acme.example`);
    world.sshCertificates.add({ group_id: group.id, title, key, created_at: world.seeded.fromMs + (50 + i) * DAY_MS });
  }
}
