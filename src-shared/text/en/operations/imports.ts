import { of } from '../operation-words.ts';

export const imports = {
  'imports.cancel': of('Cancel', 'import'),
  'imports.fromCodehostA': of('Import', 'repository from code host A', 'repositories from code host A'),
  'imports.fromCodehostB': of('Import', 'repository from code host B', 'repositories from code host B'),
  'imports.fromCodehostBServer': of(
    'Import',
    'repository from a code host B server',
    'repositories from code host B servers',
  ),
  'imports.gists': of('Import gists of', 'account'),
};
