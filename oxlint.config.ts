import './build/scripts/require-node.js';
import process from 'node:process';
import { defineConfig } from 'oxlint';
import ts from 'typescript-eslint';
import { rules } from './build/scripts/lint-rules.js';

/** `npm run check` lints without types, which takes seconds instead of minutes. */
const withTypes = process.env['REEVE_LINT'] !== 'without-types';

/** Errors of syntax in modules, so that Oxlint has no rules for them. */
const needless = new Set(['no-dupe-args', 'no-new-symbol', 'no-octal']);
const own = Object.entries(rules).filter(([name]) => !needless.has(name));
const typed = ts.configs.disableTypeChecked.rules ?? {};

/**
 * Lint and type errors of all scripts: TypeScript checks each with the nearest tsconfig.json, so that shared code cannot
 * use Node or a browser, and the core cannot use a browser. Components: eslint.config.js.
 */
export default defineConfig({
  plugins: ['typescript', 'import'],
  jsPlugins: [{ name: 'reeve', specifier: './build/scripts/layers-plugin.js' }],
  categories: { correctness: 'off' },
  options: withTypes ? { typeAware: true, typeCheck: true, reportUnusedDisableDirectives: 'error' } : {},
  ignorePatterns: ['out/', 'dist/', '.cache/', 'test-results/', 'playwright-report/', '**/*.svelte', '**/*.svelte.ts'],
  rules: {
    ...Object.fromEntries(own),
    'import/no-default-export': 'error',
  },
  overrides: [
    {
      files: ['**/*.js'],
      rules: Object.fromEntries(own.filter(([name]) => name in typed).map(([name]) => [name, 'off'])),
    },
    { files: ['**/*.d.ts'], rules: { 'no-var': 'off' } },
    { files: ['src-shared/text/**'], rules: { 'max-lines': 'off' } },
    {
      files: ['*.config.{ts,js}', 'src-renderer/svelte.config.js', 'build/scripts/layers-plugin.js'],
      rules: { 'import/no-default-export': 'off', 'reeve/layers': 'off' },
    },
    {
      files: ['build/scripts/**', 'test/**/main.ts', 'src-main/hosts/node/**'],
      rules: { 'no-console': 'off' },
    },
  ],
});
