import type { Reader } from '../http/reader.ts';
import { badRequest } from '../http/refusal.ts';
import type { User } from '../world/user.ts';
import type { World } from '../world/world.ts';

const MAX_LENGTH = 255;

/** The name in the body; undefined if it is not given. Fails: 400 for an invalid name. */
export function nameOf(read: Reader): string | undefined {
  const name = read.text('name');
  if (name === undefined) return undefined;
  if (name.trim() === '') throw badRequest("Name can't be blank");
  if (name.length > MAX_LENGTH) throw badRequest(`Name is too long (maximum is ${MAX_LENGTH} characters)`);
  return name;
}

/** The user name in the body. Fails: 400 if a user or group already has it. */
export function usernameOf(world: World, read: Reader, self?: User): string | undefined {
  const username = read.text('username');
  if (username === undefined) return undefined;
  const isWellFormed = /^[\w.][\w.-]*$/.test(username) && !/(\.|\.git|\.atom)$/i.test(username);
  if (!isWellFormed || username.length > MAX_LENGTH) {
    throw badRequest("Username can contain only letters, digits, '_', '-' and '.'");
  }
  const other = world.users.byUsername(username);
  const isTaken = (other !== undefined && other !== self) || world.groups.lookup(`${username}`) !== undefined;
  if (isTaken && self?.username !== username) throw badRequest('Username has already been taken');
  return username;
}

/** The email address in the body. Fails: 400 if another account has it. */
export function emailOf(world: World, read: Reader, self?: User): string | undefined {
  const email = read.text('email')?.trim();
  if (email === undefined) return undefined;
  if (!/^[^@\s<>"]+@[^@\s<>"]+$/.test(email) || email.length > MAX_LENGTH) throw badRequest('Email is invalid');
  const other = world.users.byEmail(email);
  if (other !== undefined && other !== self) throw badRequest('Email has already been taken');
  return email;
}
