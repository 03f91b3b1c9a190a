import { DAY_MS } from '../clock.ts';
import type { Visibility } from '../world/groups.ts';
import { versionAfter } from '../world/snippets.ts';
import type { SnippetFile, SnippetVersion } from '../world/snippets.ts';
import type { World } from '../world/world.ts';
import type { Cast } from './cast.ts';
import { companySnippets } from './company/snippets.ts';
import { PROJECT_PATHS } from './groups.ts';

const hello: SnippetFile = { path: 'hello.sh', content: '#!/bin/sh\necho "hello & <goodbye>"\n' };
const notes: SnippetFile = { path: 'docs/notes ünïcode.md', content: '# Notes\n\n日本語 🎉\n' };
const page: SnippetFile = { path: 'page.html', content: '<script>alert("snippet")</script>\n' };

/** Personal and project snippets of every visibility. Some have several files, one has a history. */
export function seedSnippets(world: World, cast: Cast): void {
  const core = world.projects.lookup(PROJECT_PATHS.private)?.id ?? 0;
  const website = world.projects.lookup(PROJECT_PATHS.public)?.id ?? 0;
  const rows: [title: string, authorId: number, projectId: number | null, Visibility, SnippetFile[][]][] = [
    ['Say hello', cast.admin.id, null, 'public', [[hello]]],
    ['Secret notes', cast.admin.id, null, 'private', [[notes, hello]]],
    ['Colleagues only', cast.developer.id, null, 'internal', [[hello], [hello, page], [page, notes]]],
    ['Mine alone', cast.developer.id, null, 'private', [[page]]],
    ['For the team', cast.developer.id, core, 'private', [[hello, notes]]],
    ['For everyone', cast.maintainer.id, website, 'public', [[page]]],
    ['For those inside', cast.owner.id, website, 'internal', [[notes], [notes, hello]]],
  ];
  rows.forEach(([hostileTitle, author_id, project_id, visibility, hostileStates], i) => {
    const company = world.settings.hostile ? undefined : companySnippets[i];
    const title = company?.title ?? hostileTitle;
    const states = company?.states ?? hostileStates;
    const createdAt = world.seeded.untilMs - (40 - i) * DAY_MS + i * 1000;
    const versions = states.reduce<SnippetVersion[]>(
      (made, files, n) => [...made, versionAfter(made.at(-1), files, createdAt + n * 3_600_000)],
      [],
    );
    world.snippets.add({
      project_id,
      title,
      description: company?.description ?? (i % 2 === 0 ? `About: *${title}*` : ''),
      visibility,
      author_id,
      created_at: createdAt,
      updated_at: versions.at(-1)?.at ?? createdAt,
      expires_at: null,
      imported: false,
      imported_from: 'none',
      versions,
    });
  });
}
