import type { Operations } from '../operation.ts';
import { paged } from '../http/paging.ts';
import { badParameter, forbidden, notFound } from '../http/refusal.ts';
import { created, noContent } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { pathInteger } from '../http/request.ts';
import type { Request } from '../http/request.ts';
import { newUpload, uploadView } from '../views/uploads.ts';
import { requireProject } from '../world/access.ts';
import { LEVEL } from '../world/levels.ts';
import { imageType, newSecret, safeFileName } from '../world/uploads.ts';
import type { Upload } from '../world/uploads.ts';
import type { World } from '../world/world.ts';
import { ordered } from './issuable-filters.ts';

/** `POST /projects/:id/uploads`, document 2:76. */
export function create(world: World, request: Request): Reply {
  const { as, path, files } = request;
  const project = requireProject(world, as, path['id'], LEVEL.guest);
  if (project.archived) throw forbidden();
  const file = files['file'];
  if (file === undefined) throw badParameter('file is missing');
  const upload = world.uploads.add({
    project_id: project.id,
    secret: newSecret(),
    filename: safeFileName(file.name),
    bytes: file.bytes,
    created_at: world.clock.now(),
    uploaded_by_id: as.user?.id ?? null,
  });
  return created(newUpload(upload));
}

/** `GET /projects/:id/uploads`, document 2:77: the newest first. */
export function list(world: World, request: Request): Reply {
  const project = requireProject(world, request.as, request.path['id'], LEVEL.maintainer);
  const uploads = world.uploads.filter((upload) => upload.project_id === project.id);
  const newest = ordered(uploads, ({ created_at }) => created_at, true);
  return paged(request, newest, (upload) => uploadView(world, upload));
}

/** Document 2:75-80. */
export const uploads: Operations = {
  'POST /projects/:id/uploads': create,
  'GET /projects/:id/uploads': list,
  'GET /projects/:id/uploads/:upload_id': (world, request) => served(byId(world, request)),
  'GET /projects/:id/uploads/:secret/:filename': (world, request) => served(bySecret(world, request, LEVEL.guest)),
  'DELETE /projects/:id/uploads/:upload_id': (world, request) => removed(world, byId(world, request)),
  'DELETE /projects/:id/uploads/:secret/:filename': (world, request) =>
    removed(world, bySecret(world, request, LEVEL.maintainer)),
};

function byId(world: World, request: Request): Upload {
  const project = requireProject(world, request.as, request.path['id'], LEVEL.maintainer);
  const upload = world.uploads.get(pathInteger(request, 'upload_id') ?? 0);
  if (upload?.project_id !== project.id) throw notFound('Upload');
  return upload;
}

function bySecret(world: World, { as, path }: Request, level: number): Upload {
  const project = requireProject(world, as, path['id'], level);
  const upload = world.uploads.find(
    (row) => row.project_id === project.id && row.secret === path['secret'] && row.filename === path['filename'],
  );
  if (upload === undefined) throw notFound('Upload');
  return upload;
}

function removed(world: World, upload: Upload): Reply {
  world.uploads.remove(upload.id);
  return noContent();
}

/** Only images are shown in a browser. All other files are downloaded, and the browser must not guess their type. */
function served({ filename, bytes }: Upload): Reply {
  const type = imageType(filename);
  const disposition = type === undefined ? 'attachment' : 'inline';
  return {
    status: 200,
    headers: {
      'content-type': type ?? 'application/octet-stream',
      'content-disposition': `${disposition}; filename*=UTF-8''${encodeURIComponent(filename)}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    },
    bytes,
  };
}
