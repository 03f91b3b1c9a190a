import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import process from 'node:process';
import { copyProject } from '../../build/scripts/copy-project.ts';
import { testNameOf, withFault, type Mutant, type TestName } from './mutant.ts';

/** The outcome of each test that ran, as `<file> › <name>`. */
export type Results = Map<string, 'passed' | 'failed'>;

/**
 * The time limit of a test; that of a wait is a tenth of it. With a fault, many tests wait for a state that is never
 * reached. `npm test` has higher limits, because there only a test that hangs reaches them.
 */
const limitMs = 30_000;

/** A copy of the project, in which one fault at a time is applied. */
export class Sandbox {
  readonly #folder: string;

  constructor(index: number) {
    this.#folder = join(process.cwd(), '.cache', 'mutants', String(index));
  }

  async prepare(): Promise<void> {
    copyProject(this.#folder);
    await this.#start('node', ['build/scripts/indexes.ts']);
  }

  /** Run `work` while the fault is applied. */
  async with<T>(mutant: Mutant, work: () => Promise<T>): Promise<T> {
    const file = join(this.#folder, mutant.file);
    const source = readFileSync(file, 'utf8');
    writeFileSync(file, withFault(source, mutant));
    try {
      return await work();
    } finally {
      writeFileSync(file, source);
    }
  }

  /** Run these tests, for example `test/core/x.test.ts › a name`. Browser tests run on a new build. */
  async run(tests: readonly string[]): Promise<Results> {
    const names = tests.map(testNameOf);
    const inBrowser = names.filter(({ file }) => file.endsWith('.spec.ts'));
    const others = names.filter(({ file }) => !file.endsWith('.spec.ts'));
    const results: Results = new Map();
    // The projects have different numbers of workers, and vitest cannot run such projects together.
    const isComponent = ({ file }: TestName): boolean => file.startsWith('test/component/');
    await this.#vitest(others.filter(isComponent), results);
    await this.#vitest(
      others.filter((name) => !isComponent(name)),
      results,
    );
    if (inBrowser.length > 0) await this.#playwright(inBrowser, results);
    return results;
  }

  async #vitest(tests: readonly TestName[], results: Results): Promise<void> {
    if (tests.length === 0) return;
    const report = join(this.#folder, '.cache', 'vitest.json');
    rmSync(report, { force: true });
    const files = [...new Set(tests.map(({ file }) => file))];
    const only = ['--testNamePattern', `^(${tests.map(({ name }) => escaped(name)).join('|')})$`];
    const limits = [`--testTimeout=${limitMs}`, `--hookTimeout=${limitMs}`];
    await this.#start('vitest', ['run', ...files, ...only, ...limits, '--reporter=json', `--outputFile=${report}`]);
    if (!existsSync(report)) return;
    for (const { name: file, assertionResults } of (JSON.parse(readFileSync(report, 'utf8')) as VitestReport)
      .testResults)
      for (const { fullName, status } of assertionResults)
        if (status === 'passed' || status === 'failed')
          results.set(`${relative(this.#folder, file)} › ${fullName}`, status);
  }

  async #playwright(tests: readonly TestName[], results: Results): Promise<void> {
    const report = join(this.#folder, '.cache', 'playwright.json');
    rmSync(report, { force: true });
    await this.#start('electron-vite', ['build', '--logLevel', 'error']);
    const files = [...new Set(tests.map(({ file }) => file))];
    const only = ['--grep', `(${tests.map(({ name }) => escaped(name)).join('|')})$`];
    const options = [`--timeout=${limitMs}`, '--reporter=json', '--workers=1'];
    await this.#start('playwright', ['test', ...files, ...only, ...options], { PLAYWRIGHT_JSON_OUTPUT_FILE: report });
    if (!existsSync(report)) return;
    const { suites } = JSON.parse(readFileSync(report, 'utf8')) as { suites: PlaywrightSuite[] };
    for (const { file, title, ok } of suites.flatMap(specsOf))
      results.set(`test/e2e/${file} › ${title}`, ok ? 'passed' : 'failed');
  }

  /** Run a program of the installed packages to its end, and discard its output. */
  #start(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
    const limits = { REEVE_TEST_LIMIT_MS: String(limitMs), PW_DISABLE_TS_ESM: '1' };
    return new Promise((resolve, reject) => {
      const child = spawn(join('node_modules', '.bin', program), args, {
        cwd: this.#folder,
        stdio: 'ignore',
        env: { ...process.env, ...limits, ...env },
      });
      child.once('error', reject);
      child.once('close', () => resolve());
    });
  }
}

interface VitestReport {
  testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[];
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: { file: string; title: string; ok: boolean }[];
}

function specsOf({ specs, suites = [] }: PlaywrightSuite): PlaywrightSuite['specs'] {
  return [...specs, ...suites.flatMap(specsOf)];
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
