import './build/scripts/require-node.js';
import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import { layersRule } from './build/scripts/layers-rule.js';
import svelteConfig from './src-renderer/svelte.config.js';

const noDefaultExport = { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' };

export default defineConfig(
  { ignores: ['out/', 'dist/', 'node_modules/', '.cache/', 'test-results/', 'playwright-report/'] },
  js.configs.recommended,
  ...ts.configs.recommendedTypeChecked,
  ...svelte.configs.recommended,
  ...svelte.configs.prettier,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
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
      '@typescript-eslint/consistent-type-exports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/only-throw-error': ['error', { allow: ['Refusal'] }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // A port or a service may be async by its type while one implementation has nothing to wait for.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      globals: globals.browser,
      parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig },
    },
    // The core rule does not know that a destructured $props() is declared by let.
    rules: { 'prefer-const': 'off', 'svelte/prefer-const': 'error' },
  },
  { files: ['**/*.d.ts'], rules: { 'no-var': 'off' } },
  { files: ['src-shared/text/**'], rules: { 'max-lines': 'off' } },
  {
    files: ['*.config.{ts,js}', 'src-renderer/svelte.config.js'],
    rules: { 'no-restricted-syntax': 'off', 'reeve/layers': 'off' },
  },
  { files: ['build/scripts/**', 'test/**/main.ts', 'src-main/hosts/node/**'], rules: { 'no-console': 'off' } },
  { files: ['**/*.js'], ...ts.configs.disableTypeChecked },
);
