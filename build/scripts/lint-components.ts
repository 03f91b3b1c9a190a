import './require-node.js';
import { join } from 'node:path';
import process from 'node:process';
import { ESLint } from 'eslint';
import { lintProgram } from './lint-program.ts';

/**
 * `node build/scripts/lint-components.ts` reports lint findings of all components and their state; types are analyzed once
 * for all of them. `npx eslint FILE` applies the same rules to one file. Scripts: `npx oxlint`. Decision:
 * build/decisions/0031-oxlint-checks-scripts-and-eslint-components.md
 */
process.chdir(join(import.meta.dirname, '..', '..'));
const program = await lintProgram(new ESLint());
const languageOptions = { parserOptions: { programs: [program], projectService: false } };
const eslint = new ESLint({ overrideConfig: { files: ['**/*.svelte', '**/*.svelte.ts'], languageOptions } });
const results = await eslint.lintFiles(['.']);
const formatter = await eslint.loadFormatter('stylish');
process.stdout.write(await formatter.format(results));
process.exit(results.every(({ errorCount, warningCount }) => errorCount + warningCount === 0) ? 0 : 1);
