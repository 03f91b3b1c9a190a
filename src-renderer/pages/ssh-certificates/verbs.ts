import { sshCertificates } from '#shared/text/en/ssh-certificates.ts';

export const add = { id: 'certificates.add', label: sshCertificates.add, keywords: 'new create ssh' };
