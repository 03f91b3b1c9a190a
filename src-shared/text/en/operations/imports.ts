import { of, planned } from '../operation-words.ts';

export const imports = {
  'imports.cancel': planned(of('Cancel', 'import')),
  'imports.fromCodehostA': planned({ ...of('Import', 'repository', 'repositories'), from: 'codehost_a' }),
  'imports.fromCodehostB': planned({ ...of('Import', 'repository', 'repositories'), from: 'codehost_b' }),
  'imports.fromCodehostBServer': planned({ ...of('Import', 'repository', 'repositories'), from: 'codehost_b_server' }),
  'imports.gists': planned(of('Import gists of', 'account')),
};
