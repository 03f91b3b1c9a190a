import { NewSshCertificate, SshCertificate } from '#shared/contract/ssh-certificates.ts';
import { endpointWith, exact, lossy, paged, table } from '../endpoint.ts';

const endpoint = endpointWith({ role: 'Owner of the top-level group', tier: 'hosted, paid' });

export const sshCertificates = table('ssh-certificates', {
  list: endpoint('GET /groups/:id/ssh_certificates', { ...paged(SshCertificate), doc: '3:70' }),
  create: endpoint('POST /groups/:id/ssh_certificates', {
    body: NewSshCertificate,
    reply: SshCertificate,
    undo: exact(),
    doc: '3:71',
  }),
  remove: endpoint('DELETE /groups/:id/ssh_certificates/:certificate_id', {
    otherPath: '/groups/:id/ssh_certificate/:certificate_id',
    undo: lossy('id', 'created_at'),
    doc: '3:72',
  }),
});
