import { describe, expect, test } from 'vitest';
import { encodePath, encodeQuery } from '#main/api/client/wire/encode.ts';

describe('paths', () => {
  test.each([
    ['/users/:id', { id: 7 }, '/users/7'],
    ['/groups/:id/issues', { id: 'top/sub group' }, '/groups/top%2Fsub%20group/issues'],
    [
      '/projects/:id/repository/files/:f/raw',
      { id: 1, f: 'src/a.b+c.ts' },
      '/projects/1/repository/files/src%2Fa%2Eb%2Bc%2Ets/raw',
    ],
    [
      '/projects/:id/jobs/:j/artifacts/*p',
      { id: 1, j: 2, p: 'out/log 1.txt' },
      '/projects/1/jobs/2/artifacts/out/log%201%2Etxt',
    ],
    ['/wikis/:slug', { slug: "a?b#c&d'(e)*!" }, '/wikis/a%3Fb%23c%26d%27%28e%29%2A%21'],
    ['/wikis/:slug', { slug: '日本' }, '/wikis/%E6%97%A5%E6%9C%AC'],
    ['/wikis/:slug', { slug: 'a\r\nb' }, '/wikis/a%0D%0Ab'],
    ['/wikis/:slug', { slug: '%2e%2e' }, '/wikis/%252e%252e'],
  ])('%s with %o is %s', (template, values, path) => {
    expect(encodePath(template, values)).toBe(path);
  });

  test.each([
    ['/users/:id', {}, 'id'],
    ['/users/:id', { id: '' }, 'id'],
    ['/users/:id', { id: Number.NaN }, 'id'],
    ['/users/:id', { id: '..' }, 'id'],
    ['/files/:f', { f: 'a/../../b' }, 'f'],
    ['/files/*p', { p: '../users' }, 'p'],
    ['/files/*p', { p: 'a/./b' }, 'p'],
    ['/files/*p', { p: 'a//b' }, 'p'],
    ['/files/*p', { p: '/etc' }, 'p'],
    ['/wikis/:slug', { slug: '\ud800' }, 'slug'],
  ])('%s with %o is refused', (template, values, field) => {
    expect(() => encodePath(template, values)).toThrow(expect.objectContaining({ code: 'invalid', field }));
  });
});

describe('queries', () => {
  test.each([
    [{}, ''],
    [{ a: undefined, b: null }, ''],
    [{ active: true, humans: false, page: 2 }, '?active=true&humans=false&page=2'],
    [{ tag_list: ['a b', 'c&d'] }, '?tag_list[]=a%20b&tag_list[]=c%26d'],
    [{ none: [] }, ''],
    [{ range: { start: 1, end: 9 } }, '?range[start]=1&range[end]=9'],
    [{ custom_attributes: { 'a]b': 'x=y' } }, '?custom_attributes[a%5Db]=x%3Dy'],
    [{ since: new Date(0) }, '?since=1970-01-01T00%3A00%3A00.000Z'],
    [{ fingerprint: 'SHA256:a+b/c=' }, '?fingerprint=SHA256%3Aa%2Bb%2Fc%3D'],
  ])('%o is %s', (query, text) => {
    expect(encodeQuery(query)).toBe(text);
  });

  test.each([[{ n: Number.POSITIVE_INFINITY }], [{ s: 'x\udc00' }], [{ f: () => 1 }]])('%o is refused', (query) => {
    expect(() => encodeQuery(query)).toThrow(
      expect.objectContaining({ code: 'invalid', field: Object.keys(query)[0] }),
    );
  });
});
