import { DAY_MS } from '../clock.ts';
import type { World } from '../world/world.ts';
import type { Cast } from './cast.ts';
import { PROJECT_PATHS } from './groups.ts';

/** An image of one transparent pixel. */
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

const COMPANY_TEXTS: Readonly<Record<string, string>> = {
  'checkout-error.log': '12:00:04 POST /orders 504 payment provider did not answer within 5000 ms\n',
  'steps.md': '1. Put something into the cart.\n2. Pay by card.\n',
  'exchange-rates.csv': 'currency,rate\nCHF,0.94\nPLN,4.27\n',
  'delivery-dates.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"><path d="M0 4L8 0"/></svg>\n',
};

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
    const files = Object.entries(world.settings.hostile ? TEXTS : COMPANY_TEXTS).map(
      ([name, text]) => [name, Buffer.from(text)] as const,
    );
    [[world.settings.hostile ? 'dot.png' : 'screenshot.png', Buffer.from(DOT, 'base64')] as const, ...files].forEach(
      ([filename, bytes], i) => {
        world.uploads.add({
          project_id: projectId,
          secret: random.hex(32),
          filename,
          bytes,
          created_at: world.seeded.untilMs - (20 - i) * DAY_MS + i * 1000,
          uploaded_by_id: i === 0 ? null : ([cast.developer.id, cast.maintainer.id][i % 2] ?? null),
        });
      },
    );
  }
}
