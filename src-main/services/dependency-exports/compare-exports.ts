import type { ExportedPackage } from '#main/state/blobs/packages.ts';
import type { PackageChange } from '#shared/contract/dependency-exports.ts';

export interface Comparison {
  changes: PackageChange[];
  unchanged: number;
}

/** The versions of one package, with their licenses. */
type Versions = Map<string, string>;
const order = { added: 0, removed: 1, version: 2, license: 3 } satisfies Record<PackageChange['change'], number>;

/**
 * What changed from one export to another. A package is identified by type and name. If a package has several versions,
 * those that only one export has are paired in order; the rest is added or removed.
 */
export function compareExports(before: readonly ExportedPackage[], after: readonly ExportedPackage[]): Comparison {
  const former = byPackage(before);
  const present = byPackage(after);
  const changes: PackageChange[] = [];
  let unchanged = 0;
  for (const key of new Set([...former.keys(), ...present.keys()])) {
    const old = former.get(key);
    const now = present.get(key);
    const { name, type } = now ?? old ?? { name: '', type: null };
    const olds: Versions = old?.versions ?? new Map<string, string>();
    const nows: Versions = now?.versions ?? new Map<string, string>();
    const from = [...olds.keys()].filter((version) => !nows.has(version)).sort(byVersion);
    const to = [...nows.keys()].filter((version) => !olds.has(version)).sort(byVersion);
    for (let at = 0; at < Math.max(from.length, to.length); at += 1) {
      const [was, is] = [from[at], to[at]];
      const change = was === undefined ? 'added' : is === undefined ? 'removed' : 'version';
      changes.push({
        ...{ change, name, type, fromVersion: was ?? null, toVersion: is ?? null },
        fromLicenses: was === undefined ? null : (olds.get(was) ?? ''),
        toLicenses: is === undefined ? null : (nows.get(is) ?? ''),
      });
    }
    for (const [version, licenses] of nows) {
      const formerLicenses = olds.get(version);
      if (formerLicenses === undefined) continue;
      if (formerLicenses === licenses) unchanged += 1;
      else {
        const both = { fromVersion: version, toVersion: version };
        changes.push({ change: 'license', name, type, ...both, fromLicenses: formerLicenses, toLicenses: licenses });
      }
    }
  }
  changes.sort((a, b) => order[a.change] - order[b.change] || compareText(a.name, b.name));
  return { changes, unchanged };
}

function byPackage(all: readonly ExportedPackage[]) {
  const found = new Map<string, { name: string; type: string | null; versions: Versions }>();
  for (const { name, type, version, licenses } of all) {
    const key = JSON.stringify([type, name]);
    const one = found.get(key) ?? { name, type, versions: new Map<string, string>() };
    found.set(key, one);
    const known = one.versions.get(version ?? '');
    // The same version at another place of the project
    if (known === undefined || known === '') one.versions.set(version ?? '', licenses);
  }
  return found;
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const byVersion = (a: string, b: string): number => collator.compare(a, b);
const compareText = (a: string, b: string): number => collator.compare(a, b) || (a < b ? -1 : 1);
