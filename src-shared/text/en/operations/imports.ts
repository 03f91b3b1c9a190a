import { of } from '../operation-words.ts';

export const imports = {
  'imports.cancel': of('Cancel', 'import'),
  'imports.fromCodehostA': { ...of('Import', 'repository', 'repositories'), from: 'codehost_a' },
  'imports.fromCodehostB': { ...of('Import', 'repository', 'repositories'), from: 'codehost_b' },
  'imports.fromCodehostBServer': { ...of('Import', 'repository', 'repositories'), from: 'codehost_b_server' },
  'imports.gists': of('Import gists of', 'account'),
} as const;
