/** A package that projects depend on: its versions, oldest first, and its licenses as SPDX identifiers. */
export interface Package {
  name: string;
  versions: readonly string[];
  type: string;
  packager: string;
  /** The file that declares it. */
  path: string;
  licenses: readonly string[];
}

const kinds = {
  npm: { type: 'npm', packager: 'npm', path: 'package-lock.json' },
  pypi: { type: 'pypi', packager: 'pip', path: 'tools/requirements.txt' },
  gem: { type: 'gem', packager: 'bundler', path: 'Gemfile.lock' },
  golang: { type: 'golang', packager: 'go', path: 'go.sum' },
  maven: { type: 'maven', packager: 'maven', path: 'pom.xml' },
} as const;

const of = (kind: keyof typeof kinds, rows: readonly (readonly [string, string, string])[]): Package[] =>
  rows.map(([name, versions, licenses]) => ({
    ...kinds[kind],
    name,
    versions: versions.split(' '),
    licenses: licenses.split(' '),
  }));

/** Packages that many projects use. */
export const PACKAGES: readonly Package[] = [
  ...of('npm', [
    ['@types/node', '20.11.5 22.7.4 24.1.0', 'MIT'],
    ['axios', '0.21.4 1.6.8 1.7.7', 'MIT'],
    ['chalk', '4.1.2 5.3.0', 'MIT'],
    ['debug', '4.3.4 4.3.7', 'MIT'],
    ['esbuild', '0.19.12 0.23.1 0.25.9', 'MIT'],
    ['express', '4.18.2 4.21.0 5.0.1', 'MIT'],
    ['glob', '7.2.3 10.4.5 11.0.0', 'ISC'],
    ['minimatch', '3.1.2 9.0.5', 'ISC'],
    ['moment', '2.29.4 2.30.1', 'MIT'],
    ['node-fetch', '2.7.0 3.3.2', 'MIT'],
    ['react', '17.0.2 18.2.0 18.3.1', 'MIT'],
    ['typescript', '5.3.3 5.6.2 5.9.2', 'Apache-2.0'],
    ['vite', '4.5.3 5.4.8 7.1.3', 'MIT'],
    ['ws', '8.16.0 8.17.1 8.18.0', 'MIT'],
    ['zod', '3.22.4 3.23.8', 'MIT'],
  ]),
  ...of('pypi', [
    ['cryptography', '41.0.7 42.0.5 43.0.1', 'Apache-2.0 BSD-3-Clause'],
    ['jinja2', '3.1.2 3.1.4', 'BSD-3-Clause'],
    ['numpy', '1.26.4 2.1.1', 'BSD-3-Clause'],
    ['pyyaml', '6.0.1 6.0.2', 'MIT'],
    ['urllib3', '1.26.18 2.2.3', 'MIT'],
  ]),
  ...of('gem', [
    ['puma', '5.6.7 6.4.3', 'BSD-3-Clause'],
    ['rack', '2.2.8 3.0.11 3.1.7', 'MIT'],
    ['sidekiq', '6.5.12 7.3.2', 'LGPL-3.0-only'],
  ]),
  ...of('golang', [
    ['golang.org/x/net', 'v0.19.0 v0.23.0 v0.29.0', 'BSD-3-Clause'],
    ['google.golang.org/grpc', 'v1.58.3 v1.66.2', 'Apache-2.0'],
    ['gopkg.in/yaml.v3', 'v3.0.1', 'MIT Apache-2.0'],
  ]),
  ...of('maven', [
    ['com.fasterxml.jackson.core/jackson-databind', '2.14.2 2.17.2', 'Apache-2.0'],
    ['org.apache.logging.log4j/log4j-core', '2.14.1 2.17.1 2.24.0', 'Apache-2.0'],
    ['org.slf4j/slf4j-api', '1.7.36 2.0.16', 'MIT'],
  ]),
];

/** Packages of almost every project, so that a search for one finds several projects. */
export const COMMON = ['typescript', 'urllib3', 'golang.org/x/net'] as const;
