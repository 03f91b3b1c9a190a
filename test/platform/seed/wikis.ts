import type { WikiPage } from '../world/wikis.ts';
import type { World } from '../world/world.ts';
import type { Cast } from './cast.ts';
import { companyProjects } from './company/projects.ts';
import { PROJECT_PATHS } from './groups.ts';

const PAGES: readonly WikiPage[] = [
  { slug: 'home', format: 'markdown', content: '# Welcome\n\nSee [the guide](docs/setup-guide).\n' },
  { slug: 'docs/setup-guide', format: 'markdown', content: '1. Clone it.\n2. Run `make`.\n' },
  { slug: 'docs/api/error-codes', format: 'asciidoc', content: '= Error codes\n\n404:: nothing there\n' },
  { slug: 'notes', format: 'org', content: '* Notes\n** TODO-free\n' },
  { slug: 'legacy', format: 'rdoc', content: '= Legacy\n\n+old+ things\n' },
  { slug: 'größe', format: 'markdown', content: '<script>alert("wiki")</script> **bold** & more\n' },
];

/** Pages of every format, some in folders, the first one in two versions. */
export function seedWikis(world: World, cast: Cast): void {
  for (const path of [PROJECT_PATHS.private, PROJECT_PATHS.public]) {
    const project = world.projects.lookup(path);
    if (project === undefined) continue;
    const wiki = world.wikis.of(project);
    const pages = new Map<string, WikiPage>();
    const put = (page: WikiPage) => {
      pages.set(page.slug, page);
      wiki.commit(cast.maintainer.id, `put page: ${page.slug}`, pages);
    };
    put({ slug: 'home', format: 'markdown', content: '# Hello\n' });
    PAGES.forEach(put);
  }
}

/** The pages that were written for the projects of the company. */
export function seedCompanyWikis(world: World, cast: Cast): void {
  for (const { path, wiki: pages = [] } of companyProjects) {
    const project = world.projects.lookup(path);
    if (project === undefined || pages.length === 0) continue;
    const wiki = world.wikis.of(project);
    const known = new Map<string, WikiPage>();
    for (const page of pages) {
      known.set(page.slug, page);
      wiki.commit(cast.maintainer.id, `Create page: ${page.slug}`, known);
    }
  }
}
