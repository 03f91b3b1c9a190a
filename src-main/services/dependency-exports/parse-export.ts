import type { ExportedPackage, ParsedExport } from '#main/state/blobs/packages.ts';
import type { parseProblems } from '#shared/contract/dependency-exports.ts';
import { megabytes } from '#shared/time.ts';
import { jsonSize, mostDepth } from '#shared/untrusted-json.ts';
import { csvRecords } from '../csv-records.ts';

/** Increase it when the parser changes, so that stored packages are derived again. */
export const parserVersion = 2;

export interface ParseLimits {
  bytes: number;
  values: number;
  packages: number;
}
export const defaultLimits: ParseLimits = { bytes: megabytes(64), values: 4_000_000, packages: 200_000 };
/** Each row of a CSV is kept as text and as cells. */
const mostCsvBytes = megabytes(16);
/** The most characters of a name, and of other texts. Longer ones are not names. */
const mostName = 500;
const mostText = 1_000;
const mostLicenses = 50;

type Problem = (typeof parseProblems)[number];
type Fields = Readonly<Record<string, unknown>>;
interface Found {
  entries: Iterable<Fields | null>;
  read: (entry: Fields) => ExportedPackage | null;
}

/**
 * The packages in the file of an export: CycloneDX as JSON, the dependency list of a project, the array of a group, or
 * CSV. Unknown fields are ignored; an entry without a name is counted as unreadable. `exportType`: empty if the platform
 * did not report it.
 * Fails: never; `problem` tells why packages are missing.
 */
export function parseExport(bytes: Buffer, exportType: string, limits: ParseLimits = defaultLimits): ParsedExport {
  if (bytes.length > limits.bytes) return failed('too-large');
  const isCsv = exportType === 'csv' || (exportType === '' && !startsAsJson(bytes));
  const found = isCsv ? csvEntries(bytes) : jsonEntries(bytes, limits);
  if (typeof found === 'string') return failed(found);
  const packages: ExportedPackage[] = [];
  let unreadable = 0;
  for (const entry of found.entries) {
    const one = entry === null ? null : found.read(entry);
    if (one === null) unreadable += 1;
    else if (packages.length === limits.packages)
      return { packages, unreadable, problem: 'too-many' satisfies Problem };
    else packages.push(one);
  }
  return { packages, unreadable, problem: null };
}

const startsAsJson = (bytes: Buffer): boolean => /^\uFEFF?\s*[[{]/.test(bytes.toString('utf8', 0, 100));
const failed = (problem: Problem): ParsedExport => ({ packages: [], unreadable: 0, problem });

function jsonEntries(bytes: Buffer, limits: ParseLimits): Found | Problem {
  const size = jsonSize(bytes, limits.values);
  if (size.values > limits.values) return 'too-large';
  if (size.depth > mostDepth) return 'too-deep';
  let json: unknown;
  try {
    json = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  } catch {
    return 'not-json';
  }
  if (Array.isArray(json)) return { entries: json.map(fieldsOf), read: fromList };
  const file = fieldsOf(json);
  if (file === null) return 'unknown-format';
  const { bomFormat: format, dependencies } = file;
  if (typeof format === 'string' && format.toLowerCase() === 'cyclonedx') {
    return { entries: components(file['components']), read: fromComponent };
  }
  return Array.isArray(dependencies) ? { entries: dependencies.map(fieldsOf), read: fromList } : 'unknown-format';
}

/** The components with those below them, which `jsonSize` limits in depth. */
function* components(list: unknown): Generator<Fields | null> {
  if (!Array.isArray(list)) return;
  for (const item of list as unknown[]) {
    const component = fieldsOf(item);
    yield component;
    if (component !== null) yield* components(component['components']);
  }
}

/** A component of CycloneDX 1.4 or 1.6. */
function fromComponent(component: Fields): ExportedPackage | null {
  const name = text(component['name'], mostName);
  const group = text(component['group'], mostName);
  const purl = text(component['purl'], mostText);
  if (name === null) return null;
  return {
    name: group === null || name.startsWith(`${group}/`) ? name : `${group}/${name}`,
    version: text(component['version'], mostText),
    type: typeOf(purl),
    purl,
    licenses: licensesIn(component['licenses'], fieldsOf(component['evidence'])?.['licenses']),
    project: null,
  };
}

/** An entry of a dependency list, or of the array of a group. */
function fromList(entry: Fields): ExportedPackage | null {
  const name = text(entry['name'], mostName);
  if (name === null) return null;
  const purl = text(entry['purl'], mostText);
  const packager = text(entry['package_manager'] ?? entry['packager'], mostText);
  const project = fieldsOf(entry['project']);
  return {
    name,
    version: text(entry['version'], mostText),
    type: typeOf(purl) ?? typeOfPackager(packager),
    purl,
    licenses: licensesIn(entry['licenses']),
    project: text(project?.['full_path'] ?? entry['project_path'], mostText),
  };
}

/** The columns of the CSV, by their names in lower case without spaces. */
const csvColumns = {
  name: ['name', 'packagename'],
  version: ['version'],
  packager: ['packager', 'packagemanager'],
  purl: ['purl', 'packageurl'],
  licenses: ['licenseidentifiers', 'licenses', 'license'],
  project: ['project', 'projectpath'],
} as const;

function csvEntries(bytes: Buffer): Found | Problem {
  if (bytes.length > mostCsvBytes) return 'too-large';
  const [head, ...records] = csvRecords(bytes.toString('utf8'));
  if (head === undefined) return { entries: [], read: () => null };
  const names = (head.cells ?? []).map((cell) => cell.toLowerCase().replaceAll(/[\s_-]/g, ''));
  const columns = Object.entries(csvColumns).map(
    ([field, spellings]) =>
      [field, names.findIndex((name) => (spellings as readonly string[]).includes(name))] as const,
  );
  if (columns.some(([field, at]) => field === 'name' && at < 0)) return 'unknown-format';
  const entries = records.map(({ cells }) =>
    cells === null ? null : Object.fromEntries(columns.map(([field, at]) => [field, cells[at]])),
  );
  return { entries, read: fromCsv };
}

function fromCsv(row: Fields): ExportedPackage | null {
  const name = text(row['name'], mostName);
  if (name === null) return null;
  const purl = text(row['purl'], mostText);
  return {
    name,
    version: text(row['version'], mostText),
    type: typeOf(purl) ?? typeOfPackager(text(row['packager'], mostText)),
    purl,
    licenses: joined(typeof row['licenses'] === 'string' ? row['licenses'].split(/[;,]/) : []),
    project: text(row['project'], mostText),
  };
}

/** The type of a package URL: `pkg:npm/…` is `npm`. */
function typeOf(purl: string | null): string | null {
  return /^pkg:\/{0,3}([a-z][\w.+-]*)\//i.exec(purl ?? '')?.[1]?.toLowerCase() ?? null;
}

/** The fields that can name a license, the best first; the address if there is no other name. */
const licenseFields = ['expression', 'spdx_identifier', 'id', 'name', 'url'];

/** The names in lists of licenses. In CycloneDX, the fields are one level deeper, except for expressions. */
function licensesIn(...lists: unknown[]): string {
  const entries = lists.flatMap(listOf).map((entry) => fieldsOf(entry?.['license']) ?? entry);
  return joined(
    entries.map((one) => licenseFields.map((name) => text(one?.[name], mostText)).find((name) => name !== null)),
  );
}

/** The type of package URLs that a package manager installs. Others are shown as they are. */
const packagers: Readonly<Record<string, string>> = {
  bundler: 'gem',
  yarn: 'npm',
  pnpm: 'npm',
  pip: 'pypi',
  pipenv: 'pypi',
  poetry: 'pypi',
  uv: 'pypi',
  setuptools: 'pypi',
  gradle: 'maven',
  sbt: 'maven',
  go: 'golang',
  apt: 'deb',
  dpkg: 'deb',
  yum: 'rpm',
  dnf: 'rpm',
};

/** Older versions name the language too: `Ruby (Bundler)`. */
function typeOfPackager(packager: string | null): string | null {
  const lower = packager?.toLowerCase().trim() ?? '';
  const name = /^[^()]*\(([^()]+)\)$/.exec(lower)?.[1] ?? lower;
  if (name === '' || name === 'unknown') return null;
  return Object.hasOwn(packagers, name) ? (packagers[name] ?? name) : name;
}

function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

function listOf(value: unknown): (Fields | null)[] {
  return Array.isArray(value) ? value.slice(0, mostLicenses).map(fieldsOf) : [];
}

function text(value: unknown, most: number): string | null {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return null;
  const trimmed = value.trim();
  return trimmed === '' || trimmed.length > most ? null : trimmed;
}

function joined(names: readonly unknown[]): string {
  const texts = names.map((name) => text(name, mostText)).filter((name) => name !== null);
  return [...new Set(texts)].sort().join(', ');
}
