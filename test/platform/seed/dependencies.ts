import type { Dependency } from '../world/dependencies.ts';
import type { Random } from '../random.ts';
import type { World } from '../world/world.ts';
import { PROJECT_PATHS } from './groups.ts';
import { COMMON, PACKAGES } from './packages.ts';
import type { Package } from './packages.ts';

type Row = [name: string, version: string, type: string, packager: string, path: string, ...licenses: string[]];

const ROWS: Record<string, Row[]> = {
  [PROJECT_PATHS.private]: [
    ['left-pad', '1.3.0', 'npm', 'npm', 'package-lock.json', 'WTFPL'],
    ['lodash', '4.17.20', 'npm', 'npm', 'package-lock.json', 'MIT'],
    ['semver', '7.6.3', 'npm', 'npm', 'package-lock.json', 'ISC'],
    ['requests', '2.31.0', 'pypi', 'pip', 'tools/requirements.txt', 'Apache-2.0'],
    ['dual, "quoted"', '0.0.1-rc.1+b7', 'generic', 'unknown', 'vendor/list.txt', 'MIT', 'Apache-2.0'],
  ],
  [PROJECT_PATHS.public]: [
    ['rails', '7.1.2', 'gem', 'bundler', 'Gemfile.lock', 'MIT'],
    ['nokogiri', '1.15.4', 'gem', 'bundler', 'Gemfile.lock', 'MIT'],
    ['unlicensed-thing', '2.0.0', 'gem', 'bundler', 'Gemfile.lock'],
  ],
  [PROJECT_PATHS.sub]: [
    ['golang.org/x/crypto', 'v0.17.0', 'golang', 'go', 'go.sum', 'BSD-3-Clause'],
    ['github.com/spf13/cobra', 'v1.8.0', 'golang', 'go', 'go.sum', 'Apache-2.0'],
  ],
};

/** Only with `hostile`. */
const ODD_NAMES = new Set(['dual, "quoted"', 'unlicensed-thing']);

/** The number of packages of a project besides those in `ROWS`. */
const MORE: Record<string, number> = {
  [PROJECT_PATHS.private]: 16,
  [PROJECT_PATHS.public]: 14,
  [PROJECT_PATHS.sub]: 9,
  [PROJECT_PATHS.other]: 12,
};

/** The packages of projects, some of which are in several of them, in different versions. */
export function seedDependencies(world: World): void {
  const random = world.random('dependencies');
  for (const [path, count] of Object.entries(MORE)) {
    const projectId = world.projects.lookup(path)?.id ?? 0;
    for (const [name, version, type, packager, file, ...licenses] of ROWS[path] ?? []) {
      if (!world.settings.hostile && ODD_NAMES.has(name)) continue;
      const vulnerabilities: Dependency['vulnerabilities'] =
        name === 'lodash' ? [{ id: 1, name: 'Prototype pollution', severity: 'high' }] : [];
      world.dependencies.add({
        project_id: projectId,
        name,
        version,
        type,
        packager,
        path: file,
        licenses,
        vulnerabilities,
      });
    }
    addPackages(world, random, projectId, count);
  }
}

/** Adds so many packages to a project, first those that most projects have. */
export function addPackages(world: World, random: Random, projectId: number, count: number): void {
  const common = PACKAGES.filter(({ name }) => COMMON.some((one) => one === name));
  const others = PACKAGES.filter((one) => !common.includes(one)).map((one) => ({ one, place: random.next() }));
  const chosen = [...common, ...others.toSorted((a, b) => a.place - b.place).map(({ one }) => one)].slice(0, count);
  for (const one of chosen) addPackage(world, projectId, one, random.pick(one.versions));
}

export function addPackage(world: World, projectId: number, one: Package, version: string): Dependency {
  const { name, type, packager, path, licenses } = one;
  const isOld = version === one.versions[0] && one.versions.length > 2;
  return world.dependencies.add({
    ...{ project_id: projectId, name, version, type, packager, path, licenses },
    vulnerabilities: isOld ? [{ id: 100 + name.length, name: `Known weakness of ${name}`, severity: 'medium' }] : [],
  });
}
