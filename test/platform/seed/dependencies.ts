import type { Dependency } from '../world/dependencies.ts';
import type { World } from '../world/world.ts';
import { PROJECT_PATHS } from './groups.ts';

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

/** The packages of the projects with a repository. Other projects have no dependencies to export. */
export function seedDependencies(world: World): void {
  for (const [path, rows] of Object.entries(ROWS)) {
    const projectId = world.projects.lookup(path)?.id ?? 0;
    for (const [name, version, type, packager, file, ...licenses] of rows) {
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
  }
}
