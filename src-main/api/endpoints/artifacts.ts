import { ArtifactEntry, ArtifactFilter, ArtifactsOfReference, KeptJob } from '#shared/contract/artifacts.ts';
import { z } from 'zod';
import { bytes, endpoint, endpointWith, none, paged, table } from '../endpoint.ts';

/** Token of a CI/CD job of another project; paid tiers (document 1:165). */
const byJob = { job_token: z.string().min(1).optional() };
const withJobToken = endpointWith({ secrets: ['job_token'] });

/** Any download may redirect to a CDN, to which no token is sent. */
export const artifacts = table('artifacts', {
  archive: withJobToken('GET /projects/:id/jobs/:job_id/artifacts', {
    query: z.object(byJob),
    reply: bytes,
    doc: '1:166',
  }),
  /** `ref_name` is a branch, a tag or `refs/merge-requests/:iid/head`; neither `HEAD` nor a SHA. */
  archiveOfReference: withJobToken('GET /projects/:id/jobs/artifacts/:ref_name/download', {
    query: ArtifactsOfReference.extend(byJob),
    reply: bytes,
    doc: '1:167',
  }),
  file: withJobToken('GET /projects/:id/jobs/:job_id/artifacts/*artifact_path', {
    query: z.object(byJob),
    reply: bytes,
    doc: '1:168',
  }),
  tree: withJobToken('GET /projects/:id/jobs/:job_id/artifacts/tree', {
    ...paged(ArtifactEntry, ArtifactFilter.extend(byJob)),
    doc: '1:169',
  }),
  fileOfReference: withJobToken('GET /projects/:id/jobs/artifacts/:ref_name/raw/*artifact_path', {
    query: ArtifactsOfReference.extend(byJob),
    reply: bytes,
    doc: '1:170',
  }),
  keep: endpoint('POST /projects/:id/jobs/:job_id/artifacts/keep', {
    reply: KeptJob,
    undo: none('the artifacts no longer expire, and Reeve can’t set an expiry date'),
    doc: '1:171',
  }),
  remove: endpoint('DELETE /projects/:id/jobs/:job_id/artifacts', {
    undo: none('the instance deletes the files, and Reeve can’t upload artifacts'),
    role: 'maintainer',
    doc: '1:172',
  }),
  /** Deletes all artifacts of a project that may be deleted, in the background. */
  removeAll: endpoint('DELETE /projects/:id/jobs/artifacts', {
    undo: none('the instance deletes the files, and Reeve can’t upload artifacts'),
    doc: '1:173',
  }),
});
