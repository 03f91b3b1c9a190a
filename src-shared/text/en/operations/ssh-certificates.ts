import { of } from '../operation-words.ts';

export const sshCertificates = {
  'ssh-certificates.create': of('Add', 'SSH certificate'),
  'ssh-certificates.remove': of('Delete', 'SSH certificate'),
};
