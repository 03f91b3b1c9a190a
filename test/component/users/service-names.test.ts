import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { sampleProfile } from '../samples.ts';
import { rig } from './rig.ts';

test.each([
  ['documented', 'Network A, Network B, Network C, Code host A'],
  ['gitlab', String.raw`LinkedIn, X \(Twitter\), Discord, GitHub`],
] as const)(
  'in the %s dialect, the panel of a user names other services as this dialect does',
  async (dialect, names) => {
    await rig({ path: '/users/3', world: { profiles: [sampleProfile({ dialect })] } });
    const panel = page.getByRole('complementary');
    await expect.element(panel).toMatchTextContent(new RegExp(names));
    if (dialect === 'gitlab') await expect.element(panel).not.toMatchTextContent(/network [abc]|code host/i);
  },
);
