import type { ReeveContract } from '#shared/contract/index.ts';
import type { ExportRow } from '#shared/contract/dependency-exports.ts';
import { isRecentlyFailed } from '#shared/contract/figures.ts';
import type { ImportEntry } from '#shared/contract/imports.ts';
import type { Services } from '#shared/contract/kit.ts';
import type { Transfers } from '#shared/contract/overview.ts';
import { imports as importWords } from '#shared/text/en/imports.ts';
import type { ImportStates } from '../imports/import-states.ts';

type Verbs = Services<ReeveContract>;
type History = Awaited<ReturnType<Verbs['imports']['history']>>;

export interface TransferNeeds {
  exports: Pick<Verbs['dependencyExports'], 'list'>;
  imports: Pick<Verbs['imports'], 'history'>;
  importStates: Pick<ImportStates, 'of'>;
}

const words = importWords.history;
const shownRows = 6;
const exportIsUnderWay = ({ state }: ExportRow): boolean =>
  state === 'requested' || state === 'generating' || state === 'ready';
const importIsUnderWay = ({ watch, state }: ImportEntry): boolean => watch === 'under-way' && state === 'applied';

/** Dependency exports and imports of the shown instance for the overview, from `state.db`. */
export function transfers({ exports, imports, importStates }: TransferNeeds) {
  const listed = async (view: 'all' | 'attention', signal: AbortSignal) =>
    exports.list({ query: { view, search: '' }, slice: { from: 0, count: shownRows } }, signal);

  const failedOf = ({ entries, found }: History, now: number) => [
    ...entries.filter((entry) => isRecentlyFailed(entry, now)),
    ...found
      .filter((one) => isRecentlyFailed(one, now))
      .map(({ path, projectId, statusAt }) => ({ label: path ?? words.project(projectId), statusAt })),
  ];

  return {
    async of(now: number, signal: AbortSignal): Promise<Transfers> {
      const [all, attention, history] = await Promise.all([
        listed('all', signal),
        listed('attention', signal),
        imports.history({}, signal),
      ]);
      const own = history.entries.filter(({ op }) => op !== 'imports.cancel');
      const running = own.filter(importIsUnderWay);
      const failed = failedOf(history, now);
      const newestFirst = [...running, ...own.filter((entry) => !importIsUnderWay(entry))];
      return {
        underWay: all.counts.underWay + running.length,
        exports: all.rows.toSorted(
          (a, b) => Number(exportIsUnderWay(b)) - Number(exportIsUnderWay(a)) || b.requestedAt - a.requestedAt,
        ),
        imports: newestFirst.slice(0, shownRows),
        attention: { count: attention.total, rows: attention.rows },
        failedImports: {
          count: failed.length,
          first: failed.map(({ label, statusAt }) => ({ label, statusAt }))[0] ?? null,
        },
      };
    },
    /** For the sidebar. The history is read only if an import failed, because that is slow. */
    async problems(profileId: string, now: number, signal: AbortSignal) {
      const { total } = await listed('attention', signal);
      const isAnyFailed = [...importStates.of(profileId).values()].some(({ report }) =>
        /^failed$/i.test(report.import_status ?? ''),
      );
      const failedImports = isAnyFailed ? failedOf(await imports.history({}, signal), now).length : 0;
      return { exportsToCheck: total, failedImports };
    },
  };
}
