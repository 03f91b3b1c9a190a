import { iso } from '../clock.ts';
import { markdownLink } from '../world/uploads.ts';
import type { Upload } from '../world/uploads.ts';
import type { World } from '../world/world.ts';

/** The reply to a new upload (document 2, Upload). */
export function newUpload({ id, project_id, secret, filename }: Upload) {
  const url = `/uploads/${secret}/${encodeURIComponent(filename)}`;
  const { alt, markdown } = markdownLink(filename, url);
  return { id, alt, url, full_path: `/-/project/${project_id}${url}`, markdown };
}

/** An upload in the list. */
export function uploadView(world: World, { id, bytes, filename, created_at, uploaded_by_id }: Upload) {
  const user = uploaded_by_id === null ? undefined : world.users.get(uploaded_by_id);
  const uploadedBy = user === undefined ? null : { id: user.id, name: user.name, username: user.username };
  return { id, size: bytes.length, filename, created_at: iso(created_at), uploaded_by: uploadedBy };
}
