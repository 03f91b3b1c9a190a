import type {
  ExportQuery,
  ExportRow,
  ExportTarget,
  ExportToAdd,
  PackageAnswer,
  PackageChange,
  PackageProject,
} from '#shared/contract/dependency-exports.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Client } from '#shared/contract/kit.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { Failure } from '#shared/errors.ts';
import type { Session } from '../../link/session.svelte.ts';
import { LastReply } from '../last-reply.svelte.ts';
import { WindowSource } from '../lists/window-source.svelte.ts';

type ExportClient = Client<ReeveContract>['dependencyExports'];
type ListReply = Awaited<ReturnType<ExportClient['list']>>;
type Compared = Awaited<ReturnType<ExportClient['compare']>>;
type History = Awaited<ReturnType<ExportClient['packageHistory']>>;

const idsAtOnce = 5_000;
const rowsAtOnce = 200;

/** The dependency exports of the open instance. */
export class DependencyExports {
  readonly source: WindowSource<ExportRow, ExportQuery, ListReply>;
  query = $state.raw<ExportQuery>({ view: 'all', search: '' });
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
    this.source = new WindowSource({
      list: (query, slice, signal) => session.client.dependencyExports.list({ query, slice }, signal),
      ids: async (query, from, count) => (await session.client.dependencyExports.ids({ query, from, count })).ids,
      idOf: ({ id }) => id,
    });
  }

  get #client(): ExportClient {
    return this.#session.client.dependencyExports;
  }

  show(change: Partial<ExportQuery>): Promise<void> {
    this.query = { ...this.query, ...change };
    return this.source.query(this.query);
  }

  /** Subscribe to changes until the returned function is called. */
  follow(onchanged: () => void): () => void {
    const ends = [
      this.#session.onConnected(() => {
        void this.source.resume();
        onchanged();
      }),
      this.#client.changed(({ revision }) => {
        this.source.touch(revision);
        onchanged();
      }),
    ];
    return () => {
      ends.forEach((end) => end());
      this.source.pause();
    };
  }

  /** The IDs of a selection. */
  async idsOf(chosen: { kind: 'ids'; ids: number[] } | { kind: 'all'; except: number[] }): Promise<number[]> {
    if (chosen.kind === 'ids') return chosen.ids;
    const { ids } = await this.#client.ids({ query: this.query, from: 0, count: idsAtOnce });
    return ids.filter((id) => !chosen.except.includes(id));
  }

  /** The index of an export among the rows of the query; -1: it does not match the query. */
  async indexOf(id: number): Promise<number> {
    const { ids } = await this.#client.ids({ query: this.query, from: 0, count: idsAtOnce });
    return ids.indexOf(id);
  }

  async targetsOf(wanted: { of: 'not-covered' | 'old' } | { ids: number[] }): Promise<ExportTarget[]> {
    const { scope } = this.query;
    return (await this.#client.targets('ids' in wanted ? wanted : { ...wanted, scope })).targets;
  }
  pipelines(search: string): ReturnType<ExportClient['pipelines']> {
    return this.#client.pipelines({ search });
  }
  saveFile(id: number): ReturnType<ExportClient['saveFile']> {
    return this.#client.saveFile({ id });
  }
  add(wanted: ExportToAdd): ReturnType<ExportClient['add']> {
    return this.#client.add(wanted);
  }
  async pin(ids: number[], isPinned: boolean): Promise<void> {
    await this.#client.pin({ ids, isPinned });
  }
  async deleteFiles(ids: number[]): Promise<number> {
    return (await this.#client.deleteFiles({ ids })).deleted;
  }
  async remove(ids: number[]): Promise<number> {
    return (await this.#client.remove({ ids })).removed;
  }
  async check(id: number): Promise<void> {
    await this.#client.check({ id });
  }
}

/** The differences between two stored exports of one place. */
export class ExportComparison {
  from = $state<number | null>(null);
  to = $state<number | null>(null);
  change = $state<PackageChange['change'] | undefined>(undefined);
  /** The stored exports of the place, newest first. */
  options = $state.raw<readonly ExportRow[]>([]);
  compared = $state.raw<Compared | null>(null);
  failure = $state.raw<Failure | null>(null);
  readonly #session: Session;
  #asked = 0;

  constructor(session: Session) {
    this.#session = session;
  }

  get isOpen(): boolean {
    return this.from !== null && this.to !== null;
  }

  async open(from: number, to: number): Promise<void> {
    if (this.from === from && this.to === to) return;
    this.from = from;
    this.to = to;
    this.compared = null;
    await this.reload();
  }
  close(): void {
    this.#asked += 1;
    this.from = null;
    this.to = null;
    this.compared = null;
    this.options = [];
    this.failure = null;
  }
  async swap(): Promise<void> {
    const { from, to } = this;
    if (from !== null && to !== null) await this.open(to, from);
  }
  async filter(change: PackageChange['change'] | undefined): Promise<void> {
    this.change = change;
    await this.reload();
  }
  async more(): Promise<void> {
    await this.#load(this.compared?.rows ?? []);
  }
  save(): ReturnType<ExportClient['saveComparison']> {
    return this.#session.client.dependencyExports.saveComparison({ from: this.from ?? 0, to: this.to ?? 0 });
  }

  /** Load the options and the first rows. */
  async reload(): Promise<void> {
    const { to } = this;
    if (to === null) return;
    await this.#load([]);
    const { rows } = await this.#session.client.dependencyExports.comparable({ id: to }).catch(() => ({ rows: [] }));
    if (this.to === to) this.options = rows;
  }

  async #load(rows: readonly PackageChange[]): Promise<void> {
    const { from, to, change } = this;
    if (from === null || to === null) return;
    const asked = ++this.#asked;
    try {
      const slice = { from: rows.length, count: rowsAtOnce };
      const filter = change === undefined ? {} : { change };
      const compared = await this.#session.client.dependencyExports.compare({ from, to, ...filter, slice });
      if (asked !== this.#asked) return;
      this.compared = { ...compared, rows: [...rows, ...compared.rows] };
      this.failure = null;
    } catch (thrown) {
      if (asked === this.#asked) this.failure = Failure.from(thrown);
    }
  }
}

/** Which projects contain a package. */
export class PackageSearch {
  name = $state('');
  version = $state<string | undefined>(undefined);
  type = $state<string | undefined>(undefined);
  answer = $state.raw<PackageAnswer | null>(null);
  failure = $state.raw<Failure | null>(null);
  chosen = $state.raw<PackageProject | null>(null);
  history = $state.raw<History | null>(null);
  readonly #session: Session;
  readonly #scope: Scope | undefined;
  #asked = 0;

  /** `scope`: search only in this project or group. */
  constructor(session: Session, scope?: Scope) {
    this.#session = session;
    this.#scope = scope;
  }

  find(name: string): void {
    this.name = name;
    this.version = undefined;
    this.type = undefined;
    void this.load();
  }
  filter(change: { version?: string | undefined; type?: string | undefined }): void {
    if ('version' in change) this.version = change.version;
    if ('type' in change) this.type = change.type;
    void this.load();
  }

  async load(): Promise<void> {
    const asked = ++this.#asked;
    const { name, version, type } = this;
    const filters = { ...(version === undefined ? {} : { version }), ...(type === undefined ? {} : { type }) };
    try {
      const answer = await this.#session.client.dependencyExports.packageIn({ name, ...filters, scope: this.#scope });
      if (asked !== this.#asked) return;
      this.answer = answer;
      this.failure = null;
      const again = answer.projects.find(({ scope }) => scope === this.chosen?.scope);
      await this.choose(again ?? answer.projects[0] ?? null);
    } catch (thrown) {
      if (asked === this.#asked) this.failure = Failure.from(thrown);
    }
  }

  /** Show the details of one project. */
  async choose(project: PackageProject | null): Promise<void> {
    this.chosen = project;
    this.history = null;
    if (project === null) return;
    const { exportId, versions } = project;
    const about = { exportId, name: this.name, version: versions[0] ?? '' };
    const history = await this.#session.client.dependencyExports.packageHistory(about).catch(() => null);
    if (this.chosen === project) this.history = history;
  }
}

/** The size of the stored files and its limit. */
export function storedFiles(session: Session) {
  const { dependencyExports } = session.client;
  return new LastReply(session, () => dependencyExports.storage(), [dependencyExports]);
}

export const setFileLimit = (session: Session, limitBytes: number): Promise<unknown> =>
  session.client.dependencyExports.setLimit({ limitBytes });
