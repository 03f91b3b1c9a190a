import type { BranchAccess, ProtectedBranch } from '../world/protected-branches.ts';
import type { World } from '../world/world.ts';

const DESCRIPTIONS: Record<number, string> = {
  0: 'No one',
  30: 'Developers + Maintainers',
  40: 'Maintainers',
  60: 'Administrators',
};

/** A protected branch; its fields are undocumented (document 1:156). */
export function protectedBranchView(world: World, row: ProtectedBranch) {
  const levels = (list: readonly BranchAccess[]) => list.map((access) => accessView(world, access));
  return {
    id: row.id,
    name: row.name,
    push_access_levels: levels(row.push_access_levels),
    merge_access_levels: levels(row.merge_access_levels),
    unprotect_access_levels: levels(row.unprotect_access_levels),
    allow_force_push: row.allow_force_push,
    code_owner_approval_required: row.code_owner_approval_required,
    inherited: false,
  };
}

function accessView(world: World, { id, access_level, user_id, group_id }: BranchAccess) {
  const who = user_id === null ? world.groups.get(group_id ?? 0)?.name : world.users.get(user_id)?.name;
  return {
    id,
    access_level,
    access_level_description: access_level === null ? (who ?? '') : (DESCRIPTIONS[access_level] ?? ''),
    user_id,
    group_id,
  };
}
