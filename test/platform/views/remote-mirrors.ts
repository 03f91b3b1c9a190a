import { iso } from '../clock.ts';
import type { RemoteMirror } from '../world/remote-mirrors.ts';
import type { World } from '../world/world.ts';

/** Document 1, Remote mirror. */
export function remoteMirrorView(world: World, mirror: RemoteMirror) {
  const state = world.remoteMirrors.stateOf(mirror);
  return {
    id: mirror.id,
    url: scrubbed(mirror.url),
    enabled: mirror.enabled,
    auth_method: mirror.auth_method,
    host_keys: mirror.host_keys.map(({ fingerprint_sha256 }) => ({ fingerprint_sha256 })),
    keep_divergent_refs: mirror.keep_divergent_refs,
    only_protected_branches: mirror.only_protected_branches,
    last_error: state.last_error,
    last_successful_update_at: iso(state.last_successful_update_at),
    last_update_at: iso(state.last_update_at),
    last_update_started_at: iso(state.last_update_started_at),
    update_status: state.update_status,
  };
}

/** The URL with asterisks instead of user and password. */
function scrubbed(url: string) {
  const { username, password } = new URL(url);
  if (username === '' && password === '') return url;
  const stars = password === '' ? '*****' : '*****:*****';
  return url.replace(/^([a-z]+:\/\/)[^/]*@/i, `$1${stars}@`);
}
