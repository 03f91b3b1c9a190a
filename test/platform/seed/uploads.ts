import { DAY_MS } from '../clock.ts';
import type { World } from '../world/world.ts';
import type { Cast } from './cast.ts';
import { PROJECT_PATHS } from './groups.ts';
import { SEEDED_UNTIL_MS } from './moment.ts';

/** An image of one transparent pixel. */
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

const TEXTS: Readonly<Record<string, string>> = {
  'log.txt': '12:00 began\n12:01 ended\n',
  'page.html': '<script>alert("upload")</script>\n',
  'drawing.svg': '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>\n',
  'bücher.csv': 'id,name\n1,"a, b"\n',
};

/** Files of the private and the public project. The first ones have no uploader. */
export function seedUploads(world: World, cast: Cast): void {
  const random = world.random('uploads');
  for (const path of [PROJECT_PATHS.private, PROJECT_PATHS.public]) {
    const projectId = world.projects.lookup(path)?.id ?? 0;
    const files = Object.entries(TEXTS).map(([name, text]) => [name, Buffer.from(text)] as const);
    [['dot.png', Buffer.from(DOT, 'base64')] as const, ...files].forEach(([filename, bytes], i) => {
      world.uploads.add({
        project_id: projectId,
        secret: random.hex(32),
        filename,
        bytes,
        created_at: SEEDED_UNTIL_MS - (20 - i) * DAY_MS + i * 1000,
        uploaded_by_id: i === 0 ? null : ([cast.developer.id, cast.maintainer.id][i % 2] ?? null),
      });
    });
  }
}
