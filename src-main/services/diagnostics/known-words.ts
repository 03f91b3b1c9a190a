import { knownEndpoints } from '#main/api/endpoints/known.ts';
import { isUnmarked, type FieldKind } from '#main/log-events.ts';
import { collectionNames } from '#shared/contract/collections.ts';
import { Preferences, Vault } from '#shared/contract/host.ts';
import { contract } from '#shared/contract/index.ts';
import { Job, jobQuestions } from '#shared/contract/job.ts';
import { noticeKinds } from '#shared/contract/notices.ts';
import { watchModes, watchOutcomes } from '#shared/contract/watches.ts';
import { codes, distrusts, reasons } from '#shared/errors.ts';

/** All kinds of jobs, and the kinds of watches that have no collection of the same name. */
export const jobKinds =
  'changes.apply keys.lookup lists.below lists.crawl lists.details lists.everywhere pins.fill setup users.crawl';
const watchKinds = 'dependency-exports imported-projects imports pins webhook-deliveries';
/** A watch of a single feature is named like its collection, but with dashes. */
const withDashes = collectionNames.map((name) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));

/** The names in the code, by the kind of a field in a log line that may hold them. */
const names: { [K in FieldKind]?: ReadonlySet<string> } = {
  job: new Set(jobKinds.split(' ')),
  watch: new Set([...watchKinds.split(' '), ...withDashes, ...collectionNames]),
  collection: new Set(collectionNames),
  endpoint: new Set(knownEndpoints.keys()),
  verb: new Set(
    Object.entries(contract).flatMap(([name, verbs]) => Object.keys(verbs).map((verb) => `${name}.${verb}`)),
  ),
  database: new Set(['state.db', 'archive.db', 'blobs.db', 'cache.db', 'history.db']),
};

const words = new Set<string>([
  ...Object.values(names).flatMap((set) => [...set]),
  ...[...codes, ...reasons, ...distrusts, ...noticeKinds, ...watchModes, ...watchOutcomes, ...jobQuestions],
  ...[...Job.shape.state.options, ...Vault.shape.state.options],
  ...[...Preferences.shape.theme.unwrap().options, ...Preferences.shape.density.unwrap().options],
  ...['documented', 'gitlab', 'electron', 'node', 'core', 'vault', 'databases', 'window'],
  ...['ok', 'damaged', 'empty', 'unknown', 'absent', 'not running'],
  ...['reeve.log', 'reeve.1.log', 'reeve.2.log', 'reeve.3.log'],
]);

/** Whether a value without a mark is what its declaration says. Names are compared with those in the code. */
export function isKnown(kind: FieldKind, value: unknown): boolean {
  return isUnmarked(kind, value) && (names[kind]?.has(String(value)) ?? true);
}

/** Texts that contain no name: words of the code, versions, error codes of the system, times, and numbers of marks. */
function isKnownText(text: string): boolean {
  if (words.has(text) || /^(#\d{1,9}|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/.test(text)) return true;
  return isUnmarked('version', text) || isUnmarked('platform', text) || isUnmarked('system', text);
}

/** A copy of plain data in which each text that is not known is replaced by `left out`. Names of fields are kept. */
export function onlyKnown(value: unknown): unknown {
  if (typeof value === 'string') return isKnownText(value) ? value : 'left out';
  if (Array.isArray(value)) return value.map(onlyKnown);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, onlyKnown(one)]));
}
