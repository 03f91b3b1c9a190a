import { expect, test } from 'vitest';
import { codes, distrusts, reasons } from '#shared/errors.ts';
import { explain, explainWord, failureDetails } from '#shared/text/en/failures.ts';
import { dependencyExports } from '#shared/text/en/dependency-exports.ts';
import { ago, duration } from '#shared/text/en/moments.ts';
import { webhookPage } from '#shared/text/en/webhook-page.ts';
import { minutes, seconds } from '#shared/time.ts';
import { keyName, longestMatch } from '../../../src-renderer/app/frame/keyboard.ts';
import { readPalette } from '../../../src-renderer/app/palette/palette-entries.ts';
import { colorsOf, initialsOf } from '../../../src-renderer/components/display/initials.ts';
import { pathOf } from '../../../src-renderer/stores/window/address.ts';

test('every code and every reason has its own sentence and its own advice', () => {
  const all = [...codes.map((code) => explain({ code })), ...reasons.map((reason) => explain({ code: 'bug', reason }))];
  expect(new Set(all.map(({ what }) => what)).size).toBe(codes.length + reasons.length);
  expect(all.filter(({ nextStep }) => nextStep === '')).toEqual([]);
});

test('each reason for an untrusted certificate has its own sentence, and the connection error is quoted', () => {
  const all = distrusts.map((distrust) => explain({ code: 'offline', reason: 'tls', distrust }));
  expect(new Set([...all, explain({ code: 'offline', reason: 'tls' })].map(({ what }) => what)).size).toBe(6);
  expect(explain({ code: 'offline', reason: 'tls', distrust: 'brand-new' })).toEqual(explainWord('tls'));
  expect(failureDetails({ reportedMessage: 'self-signed certificate' })).toBe('Connection: self-signed certificate');
});

test('an unknown reason has the sentence of its code, and an unknown word that of a bug', () => {
  expect(explain({ code: 'denied', reason: 'brand-new' })).toEqual(explain({ code: 'denied' }));
  expect(explainWord('constructor')).toEqual(explain({ code: 'bug' }));
});

test('status, message and request ID of the instance are joined, and null without any', () => {
  expect(failureDetails({ status: 403, reportedMessage: '403 Forbidden', requestId: 'x1' })).toBe(
    'HTTP 403 · 403 Forbidden · request x1',
  );
  expect(failureDetails({})).toBeNull();
});

test('times are relative in both directions', () => {
  expect(ago(0, 400)).toBe('just now');
  expect(ago(0, seconds(14))).toBe('14s ago');
  expect(ago(minutes(3), 0)).toBe('in 3m');
  expect(duration(minutes(80))).toBe('1 h 20 min');
});

test('one delivery, one export and one project are named in the singular', () => {
  expect(webhookPage.failedWhy(1)).toBe('The last delivery failed');
  expect(webhookPage.failedWhy(4)).toBe('The last 4 deliveries failed');
  expect(dependencyExports.packages.notFound(1)).toBe('Not in the stored export.');
  expect(dependencyExports.packages.notFound(2)).toBe('Not in any of the 2 stored exports.');
  expect(dependencyExports.packages.allCovered(1)).toBe('The only known project has a stored export.');
  expect(dependencyExports.packages.allCovered(3)).toBe('All 3 known projects have a stored export.');
});

test('initials are of the first and the last word, in any script', () => {
  expect(initialsOf('Rui de Vries')).toBe('RV');
  expect(initialsOf('łukasz')).toBe('Ł');
  expect(initialsOf('…')).toBe('?');
  expect(colorsOf('Yuki')).toBe(colorsOf('Yuki'));
});

test('key names are the same for Ctrl and Cmd, and longer sequences win', () => {
  expect(keyName(new KeyboardEvent('keydown', { key: 'L', ctrlKey: true, shiftKey: true }))).toBe('mod+shift+l');
  expect(keyName(new KeyboardEvent('keydown', { key: '?', shiftKey: true }))).toBe('?');
  expect(keyName(new KeyboardEvent('keydown', { key: 'Shift', shiftKey: true }))).toBeNull();
  const command = (keys: string) => ({ id: keys, title: keys, keys, run: () => undefined });
  expect(longestMatch([command('u'), command('g u')], ['x', 'g', 'u'])?.id).toBe('g u');
});

test('the first character in the palette selects what is searched', () => {
  expect(readPalette('@ yuki')).toEqual({ mode: 'users', words: 'yuki' });
  expect(readPalette('#app')).toEqual({ mode: 'places', words: 'app' });
  expect(readPalette('#12')).toEqual({ mode: 'all', words: '#12' });
  expect(readPalette('>theme')).toEqual({ mode: 'commands', words: 'theme' });
  expect(readPalette('yuki')).toEqual({ mode: 'all', words: 'yuki' });
});

test('an address that cannot be decoded leads to the first page', () => {
  expect(pathOf('#/users/%E0%A4%A')).toBe('/');
  expect(pathOf('#/users/1?q=2')).toBe('/users/1');
});
