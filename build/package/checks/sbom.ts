import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSbom } from '../../scripts/sbom/check.ts';
import type { Check } from './check.ts';
import { withExtracted } from './extracted.ts';

export const sbom: Check = {
  name: 'the SBOM and the notices of third parties name exactly what is in the package',
  run: async ({ first, second }) => {
    const { project } = await second;
    return withExtracted(first.unpacked, async (packed) => {
      // They are packed beside the archive, where people find them
      for (const name of ['sbom.cdx.json', 'third-party-notices.txt'])
        copyFileSync(join(first.unpacked, 'resources', name), join(packed, 'out', name));
      return checkSbom({
        packed,
        // The second build has source maps, and is otherwise the same
        maps: join(project, 'out'),
        modules: join(project, 'node_modules'),
        electron: readFileSync(join(first.unpacked, 'version'), 'utf8'),
      });
    });
  },
};
