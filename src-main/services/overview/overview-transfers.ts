import type { ReeveContract } from '#shared/contract/index.ts';
import type { ExportRow } from '#shared/contract/dependency-exports.ts';
import { importOps, type ImportEntry } from '#shared/contract/imports.ts';
import type { Services } from '#shared/contract/kit.ts';
import { failedImportDays, type Transfers } from '#shared/contract/overview.ts';
import { imports as importWords } from '#shared/text/en/imports.ts';
import { days } from '#shared/time.ts';
import type { ImportStates } from '../imports/import-states.ts';

type Verbs = Services<ReeveContract>;

export interface TransferNeeds {
  exports: Pick<Verbs['dependencyExports'], 'list'>;
  imports: Pick<Verbs['imports'], 'history'>;
  importStates: Pick<ImportStates, 'of'>;
}

const words = importWords.history;
const shownRows = 6;
const failed = /^failed$/i;
const exportIsUnderWay = ({ state }: ExportRow): boolean =>
  state === 'requested' || state === 'generating' || state === 'ready';
const importIsUnderWay = ({ watch, state }: ImportEntry): boolean => watch === 'under-way' && state === 'applied';

/** Whether an import counts as failed on the overview, and is listed by its link. */
function isFailed({ import_status: status, statusAt }: Pick<ImportEntry, 'import_status' | 'statusAt'>, now: number) {
  return failed.test(status ?? '') && (statusAt ?? 0) >= now - days(failedImportDays);
}
const isImport = ({ op }: ImportEntry): boolean => importOps.some((one) => one === op);

/** Dependency exports and imports of the shown instance for the overview, from `state.db`. */
export function transfers({ exports, imports, importStates }: TransferNeeds) {
  const listed = async (view: 'all' | 'attention', signal: AbortSignal) =>
    exports.list({ query: { view, search: '' }, slice: { from: 0, count: shownRows } }, signal);

  return {
    async of(now: number, signal: AbortSignal): Promise<Transfers> {
      const [all, attention, { entries, found }] = await Promise.all([
        listed('all', signal),
        listed('attention', signal),
        imports.history({}, signal),
      ]);
      const own = entries.filter(({ op }) => op !== 'imports.cancel');
      const running = own.filter(importIsUnderWay);
      const failedOnes = [
        ...own.filter((entry) => isImport(entry) && isFailed(entry, now)),
        ...found
          .filter((one) => isFailed(one, now))
          .map(({ path, projectId, statusAt }) => ({ label: path ?? words.project(projectId), statusAt })),
      ];
      const newestFirst = [...running, ...own.filter((entry) => !importIsUnderWay(entry))];
      return {
        underWay: all.counts.underWay + running.length,
        exports: all.rows.toSorted(
          (a, b) => Number(exportIsUnderWay(b)) - Number(exportIsUnderWay(a)) || b.requestedAt - a.requestedAt,
        ),
        imports: newestFirst.slice(0, shownRows),
        attention: { count: attention.total, rows: attention.rows },
        failedImports: {
          count: failedOnes.length,
          first: failedOnes.map(({ label, statusAt }) => ({ label, statusAt }))[0] ?? null,
        },
      };
    },
    /** Cheaper than `of`: for the sidebar. */
    async problems(profileId: string, now: number, signal: AbortSignal) {
      const { counts } = await listed('attention', signal);
      const since = now - days(failedImportDays);
      const bad = [...importStates.of(profileId).values()].filter(
        ({ report, reportedAt }) => failed.test(report.import_status ?? '') && reportedAt >= since,
      );
      return { exportsToCheck: counts.attention, failedImports: bad.length };
    },
  };
}
