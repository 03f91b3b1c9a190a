import type { Clock } from '../clock.ts';
import { createTable } from './table.ts';
import type { Table } from './table.ts';
import type { Users } from './users.ts';

/** A personal, project or group access token. */
export interface Token {
  readonly id: number;
  /** The secret. */
  value: string;
  user_id: number;
  name: string;
  description: string;
  scopes: string[];
  created_at: number;
  /** Midnight UTC of the first day on which it no longer works; null: never. */
  expires_at: number | null;
  last_used_at: number | null;
  revoked: boolean;
}

/** The token of a running CI/CD job (document 1:216). */
export interface JobToken {
  readonly id: number;
  token: string;
  user_id: number;
  project_id: number;
}

export interface Tokens extends Table<Token> {
  byValue(value: string): Token | undefined;
  /** Whether it is neither revoked nor expired. */
  isActive(token: Token): boolean;
}

export function createTokens(users: Users, clock: Clock): Tokens {
  const table = createTable<Token>();
  const byValue = new Map<string, Token>();
  table.onAdd((token) => byValue.set(token.value, token));
  table.onRemove((token) => byValue.delete(token.value));
  users.onRemove((user) => table.removeWhere((token) => token.user_id === user.id));
  return Object.assign(table, {
    byValue: (value: string) => byValue.get(value),
    isActive: (token: Token) => !token.revoked && (token.expires_at === null || clock.now() < token.expires_at),
  });
}
