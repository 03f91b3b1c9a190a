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
import type { Session } from '../../link/session.svelte.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';
import { NewestCall } from '../loading/newest-call.svelte.ts';
import { readerOf, WindowSource } from '../lists/window-source.svelte.ts';

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
  readonly #client: ExportClient;

  constructor(session: Session) {
    this.#session = session;
    this.#client = session.client.dependencyExports;
    this.source = new WindowSource(readerOf<ExportRow, ExportQuery, ListReply>(this.#client, ({ id }) => id));
  }

  show(change: Partial<ExportQuery>): Promise<void> {
    this.query = { ...this.query, ...change };
    return this.source.query(this.query);
  }

  /** Subscribe to changes until the returned function is called. */
  follow(onchanged: () => void): () => void {
    return this.source.follow(this.#session, this.#client, onchanged);
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
  pipelines = (search: string) => this.#client.pipelines({ search });
  saveFile = (id: number) => this.#client.saveFile({ id });
  add = (wanted: ExportToAdd) => this.#client.add(wanted);
  pin = (ids: number[], isPinned: boolean) => this.#client.pin({ ids, isPinned });
  deleteFiles = async (ids: number[]) => (await this.#client.deleteFiles({ ids })).deleted;
  remove = async (ids: number[]) => (await this.#client.remove({ ids })).removed;
  check = (id: number) => this.#client.check({ id });
}

/** The differences between two stored exports of one place. */
export class ExportComparison extends NewestCall<Compared> {
  from = $state<number | null>(null);
  to = $state<number | null>(null);
  change = $state<PackageChange['change'] | undefined>(undefined);
  /** The stored exports of the place, newest first. */
  options = $state.raw<readonly ExportRow[]>([]);
  compared = $derived(this.value ?? null);
  isOpen = $derived(this.from !== null && this.to !== null);
  readonly #client: ExportClient;

  constructor({ client }: Session) {
    super();
    this.#client = client.dependencyExports;
  }

  async open(from: number, to: number): Promise<void> {
    if (this.from === from && this.to === to) return;
    this.from = from;
    this.to = to;
    this.value = undefined;
    await this.reload();
  }
  close(): void {
    this.forget();
    this.from = null;
    this.to = null;
    this.options = [];
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
  save = () => this.#client.saveComparison({ from: this.from ?? 0, to: this.to ?? 0 });

  /** Load the options and the first rows. */
  async reload(): Promise<void> {
    const { to } = this;
    if (to === null) return;
    await this.#load([]);
    const { rows } = await this.#client.comparable({ id: to }).catch(() => ({ rows: [] }));
    if (this.to === to) this.options = rows;
  }

  async #load(rows: readonly PackageChange[]): Promise<void> {
    const { from, to, change } = this;
    if (from === null || to === null) return;
    await this.send(async () => {
      const slice = { from: rows.length, count: rowsAtOnce };
      const compared = await this.#client.compare({ from, to, change, slice });
      return { ...compared, rows: [...rows, ...compared.rows] };
    });
  }
}

/** Which projects contain a package. */
export class PackageSearch extends NewestCall<PackageAnswer> {
  name = $state('');
  version = $state<string | undefined>(undefined);
  type = $state<string | undefined>(undefined);
  answer = $derived(this.value ?? null);
  chosen = $state.raw<PackageProject | null>(null);
  history = $state.raw<History | null>(null);
  readonly #client: ExportClient;
  readonly #scope: Scope | undefined;

  /** `scope`: search only in this project or group. */
  constructor({ client }: Session, scope?: Scope) {
    super();
    this.#client = client.dependencyExports;
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
    const { name, version, type } = this;
    const isNewest = await this.send(() => this.#client.packageIn({ name, version, type, scope: this.#scope }));
    const { projects = [] } = this.value ?? {};
    const again = projects.find(({ scope }) => scope === this.chosen?.scope);
    if (isNewest) await this.choose(again ?? projects[0] ?? null);
  }

  /** Show the details of one project. */
  async choose(project: PackageProject | null): Promise<void> {
    this.chosen = project;
    this.history = null;
    if (project === null) return;
    const { exportId, versions } = project;
    const about = { exportId, name: this.name, version: versions[0] ?? '' };
    const history = await this.#client.packageHistory(about).catch(() => null);
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
