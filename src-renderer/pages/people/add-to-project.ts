import type { Stores } from '../../stores/context.ts';
import { form as addMembers } from '../members/add-members.ts';

/** The form "Add members" with one person, by ID. */
export function form(stores: Stores, id: number): ReturnType<typeof addMembers> {
  const scope = stores.scope.project?.scope ?? '';
  const whole = addMembers(stores, scope);
  return { ...whole, name: `members.add ${scope} ${id}`, initial: { ...whole.initial, people: [String(id)] } };
}
