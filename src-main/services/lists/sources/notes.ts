import { readScope } from '#shared/contract/scope.ts';
import { noteHit as words } from '#shared/text/en/notes.ts';
import type { OwnSource } from '../list-source.ts';

export const notes: OwnSource<'notes'> = {
  describe: ({ id, body, author }, scope) => {
    const place = readScope(scope)?.place ?? null;
    const name = author?.name ?? author?.username;
    const on = place === null ? null : (words.on[place.kind]?.(place.id) ?? null);
    return {
      title: typeof body === 'string' && body.trim() !== '' ? body : `#${id}`,
      about: [on, ...(typeof name === 'string' ? [words.by(name)] : [])].filter((one) => one !== null).join(' · '),
    };
  },
};
