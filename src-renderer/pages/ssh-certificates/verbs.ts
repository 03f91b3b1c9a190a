import { sshCertificates } from '#shared/text/en/ssh-certificates.ts';
import type { PageVerb } from '../../console/page-verb.ts';

export const verbs: readonly PageVerb[] = [
  { id: 'certificates.add', title: sshCertificates.add, keywords: 'new create ssh' },
];
