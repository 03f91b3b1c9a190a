import { createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Project, Projects } from './projects.ts';

export const WIKI_FORMATS = ['markdown', 'rdoc', 'asciidoc', 'org'] as const;
export type WikiFormat = (typeof WIKI_FORMATS)[number];
export const WIKI_BRANCH = 'main';

/** A page. Its slug is its path with `-` instead of spaces. */
export interface WikiPage {
  slug: string;
  format: WikiFormat;
  content: string;
}

export interface WikiAttachment {
  /** `uploads/<32 hex digits>/<name>`. */
  path: string;
  bytes: Buffer;
}

/** One change, with the state after it. */
export interface WikiCommit {
  sha: string;
  at: number;
  user_id: number;
  message: string;
  pages: ReadonlyMap<string, WikiPage>;
}

/** The pages of a project and their history. */
export interface Wiki {
  /** Newest last. */
  readonly commits: readonly WikiCommit[];
  pages(): ReadonlyMap<string, WikiPage>;
  commit(userId: number, message: string, pages: ReadonlyMap<string, WikiPage>): WikiCommit;
  /** By branch. */
  readonly attachments: Map<string, WikiAttachment[]>;
}

/** A listener that is called after a page was created, changed or deleted. */
export type WikiListener = (project: Project, slug: string, action: 'create' | 'update' | 'delete') => void;

export interface Wikis {
  of(project: Project): Wiki;
  onChange(listener: WikiListener): void;
  notify: WikiListener;
}

export function createWikis(projects: Projects, clock: Clock): Wikis {
  const wikis = new Map<number, Wiki>();
  const listeners: WikiListener[] = [];
  projects.onRemove((project) => wikis.delete(project.id));
  return {
    of(project) {
      const known = wikis.get(project.id) ?? createWiki(clock);
      wikis.set(project.id, known);
      return known;
    },
    onChange: (listener) => listeners.push(listener),
    notify: (...change) => listeners.forEach((listener) => listener(...change)),
  };
}

function createWiki(clock: Clock): Wiki {
  const commits: WikiCommit[] = [];
  return {
    commits,
    attachments: new Map(),
    pages: () => commits.at(-1)?.pages ?? new Map<string, WikiPage>(),
    commit(userId, message, pages) {
      const at = clock.now();
      const text = JSON.stringify([commits.at(-1)?.sha, at, userId, message, [...pages.values()]]);
      const commit = {
        sha: createHash('sha1').update(text).digest('hex'),
        at,
        user_id: userId,
        message,
        pages: new Map([...pages].sort(([a], [b]) => (a < b ? -1 : 1))),
      };
      commits.push(commit);
      return commit;
    },
  };
}

/** The last segment of a slug as a title. */
export const titleOf = ({ slug }: Pick<WikiPage, 'slug'>) => (slug.split('/').at(-1) ?? '').replaceAll('-', ' ');

/** `docs/Set up` becomes `docs/Set-up`. Undefined for what cannot be a path. */
export function slugOf(title: string): string | undefined {
  const steps = title.split('/').map((step) => step.trim().replace(/\s+/g, '-'));
  const isPath = steps.every((step) => step !== '' && step !== '.' && step !== '..' && !step.includes('\0'));
  return isPath ? steps.join('/') : undefined;
}
