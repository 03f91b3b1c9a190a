import './build/scripts/require-node.js';
import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import { layersRule } from './build/scripts/layers-rule.js';
import svelteConfig from './src-renderer/svelte.config.js';

const noDefaultExport = { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' };

/** The rules alone: the set as a whole would also replace the parser of components. */
const typedRules = Object.assign({}, ...ts.configs.recommendedTypeCheckedOnly.map(({ rules }) => rules));

export default defineConfig(
  { ignores: ['out/', 'dist/', 'node_modules/', '.cache/', 'test-results/', 'playwright-report/'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  ...svelte.configs.prettier,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { reeve: { rules: { layers: layersRule } } },
    rules: {
      'reeve/layers': 'error',
      'max-lines': ['error', { max: 400 }],
      'no-restricted-syntax': ['error', noDefaultExport],
      // The compiler knows every name; this rule does not know types.
      'no-undef': 'off',
      eqeqeq: ['error', 'always'],
      'no-console': 'error',
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx', 'hack'] }],
      'object-shorthand': 'error',
      'prefer-const': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { globals: globals.browser, parserOptions: { parser: ts.parser, svelteConfig } },
    // The core rule does not know that a destructured $props() is declared by let.
    rules: { 'prefer-const': 'off', 'svelte/prefer-const': 'error' },
  },
  {
    // Rules that need types run here for components alone: oxlint runs them for all other files (.oxlintrc.json).
    files: ['**/*.svelte'],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname, extraFileExtensions: ['.svelte'] },
    },
    rules: {
      ...typedRules,
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
    },
  },
  { files: ['**/*.d.ts'], rules: { 'no-var': 'off' } },
  { files: ['src-shared/text/**'], rules: { 'max-lines': 'off' } },
  {
    files: ['*.config.{ts,js}', 'src-renderer/svelte.config.js'],
    rules: { 'no-restricted-syntax': 'off', 'reeve/layers': 'off' },
  },
  { files: ['build/scripts/**', 'test/**/main.ts', 'src-main/hosts/node/**'], rules: { 'no-console': 'off' } },
);
