import js from '@eslint/js';
import ts from 'typescript-eslint';

/**
 * The rules for all code: `oxlint.config.ts` applies them to scripts, and `eslint.config.js` to components.
 * @type {import('eslint').Linter.RulesRecord}
 */
export const rules = {
  ...js.configs.recommended.rules,
  ...Object.assign({}, ...ts.configs.recommendedTypeChecked.map((config) => config.rules)),
  'reeve/layers': 'error',
  'max-lines': ['error', { max: 400 }],
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
};
