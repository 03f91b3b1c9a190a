import './build/scripts/require-node.js';
import { defineConfig } from 'eslint/config';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import layers from './build/scripts/layers-plugin.js';
import { rules } from './build/scripts/lint-rules.js';
import svelteConfig from './src-renderer/svelte.config.js';

/** Lint of components and their state, with the rules of Svelte. All other scripts: oxlint.config.ts. */
export default defineConfig(
  { ignores: ['out/', 'dist/', 'node_modules/', '.cache/', 'test-results/', 'playwright-report/'] },
  { ignores: ['**/*.js', '**/*.ts', '!**/*.svelte.ts'] },
  ts.configs.base,
  ...svelte.configs.recommended,
  ...svelte.configs.prettier,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      globals: globals.browser,
      parserOptions: {
        parser: ts.parser,
        extraFileExtensions: ['.svelte'],
        svelteConfig,
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { reeve: layers },
    rules: {
      ...rules,
      // The core rule does not know that a destructured $props() is declared by let.
      'prefer-const': 'off',
      'svelte/prefer-const': 'error',
    },
  },
);
