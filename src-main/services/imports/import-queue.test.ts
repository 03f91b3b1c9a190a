import { imports } from '#shared/text/en/imports.ts';
import { expect, test } from 'vitest';
import { checkImport, parseQueue } from './import-queue.ts';

const kinds = (op: Parameters<typeof parseQueue>[0], text: string, defaults = {}) =>
  parseQueue(op, text, defaults).lines.map(({ line, problems }) => [line, ...problems.map(({ kind }) => kind)]);

test('a line becomes a call with typed fields, and defaults fill empty cells', () => {
  const text = 'repo_id,target_namespace,new_name,pagination_limit\r\n42,corp/platform,,50\r\n43,,api,\r\n';
  const { lines, problems } = parseQueue('imports.fromCodehostA', text, {
    target_namespace: 'corp',
    timeout_strategy: 'optimistic',
  });
  expect(problems).toEqual([]);
  expect(lines).toEqual([
    {
      line: 2,
      label: '#42',
      target: 'corp/platform/#42',
      problems: [],
      body: { repo_id: 42, target_namespace: 'corp/platform', pagination_limit: 50, timeout_strategy: 'optimistic' },
    },
    {
      line: 3,
      label: '#43 → api',
      target: 'corp/api',
      problems: [],
      body: { repo_id: 43, target_namespace: 'corp', new_name: 'api', timeout_strategy: 'optimistic' },
    },
  ]);
});

test('a name that looks like a number stays text', () => {
  const { lines } = parseQueue('imports.fromCodehostB', 'repo_path,target_namespace,new_name\nteam/42,corp,42\n');
  expect(lines[0]?.body).toEqual({ repo_path: 'team/42', target_namespace: 'corp', new_name: '42' });
  expect(lines[0]?.problems).toEqual([]);
});

test('missing and blank fields, invalid numbers and extra cells are reported by line', () => {
  const text = 'repo_id,target_namespace\nx,corp\n,corp\n7,  \n8,corp,more\n';
  expect(kinds('imports.fromCodehostA', text)).toEqual([
    [2, 'invalid'],
    [3, 'missing'],
    [4, 'blank-namespace'],
    [5, 'cells'],
  ]);
});

test('a record with multi-line cells has the number of its first line', () => {
  const text = 'repo_id,target_namespace,optional_stages\n1,corp,"{\n}"\n\nx,corp,\n';
  expect(kinds('imports.fromCodehostA', text)).toEqual([[2], [5, 'invalid']]);
});

test('a name with a line end is invalid', () => {
  const { lines } = parseQueue('imports.fromCodehostB', 'repo_path,target_namespace,new_name\nteam/app,corp,"a\nb"\n');
  expect(lines[0]?.problems.map((problem) => imports.problem(problem, 'documented'))).toEqual([
    'new_name is invalid: text without a line end is expected.',
  ]);
});

test('column names are read in any case and with spaces, and an unknown one is reported as it is written', () => {
  const text = 'sep=;\nRepo ID;Target_Namespace;The Color\n1;corp;red\n';
  const { lines, problems } = parseQueue('imports.fromCodehostA', text);
  expect(problems).toEqual([{ field: 'The Color', kind: 'unknown-column', detail: null }]);
  expect(lines).toMatchObject([{ line: 3, body: { repo_id: 1, target_namespace: 'corp' }, problems: [] }]);
});

test('two lines with the same target project are reported, ignoring case and slashes', () => {
  const text = 'repo_path,target_namespace,new_name\na/api,corp,\nb/web,corp,web\nc/API,/Corp/,\n';
  const { lines } = parseQueue('imports.fromCodehostB', text);
  expect(lines.map(({ problems }) => problems)).toEqual([
    [],
    [],
    [{ field: 'new_name', kind: 'collision', detail: '2' }],
  ]);
});

test('a column of tokens is ignored and reported, and so is an unknown column', () => {
  const secret = 'ghp_nobody-may-see-this';
  const text = `repo_id,target_namespace,personal_access_token,colour\n1,corp,${secret},red\n`;
  const read = parseQueue('imports.fromCodehostA', text);
  expect(read.problems.map(({ field, kind }) => [field, kind])).toEqual([
    ['personal_access_token', 'secret-column'],
    ['colour', 'unknown-column'],
  ]);
  expect(JSON.stringify(read)).not.toContain(secret);
});

test('an invalid CSV line is reported without affecting other lines, and an empty file is an empty queue', () => {
  const text = 'repo_id,target_namespace\n1,corp\n2,"corp\n3,corp\n';
  expect(kinds('imports.fromCodehostA', text)).toEqual([[2], [3, 'unreadable'], [4]]);
  expect(parseQueue('imports.fromCodehostA', '"repo_id\n1').problems).toEqual([
    { field: null, kind: 'unreadable', detail: null },
  ]);
  expect(parseQueue('imports.fromCodehostA', '')).toEqual({ lines: [], problems: [] });
});

test('semicolons, which some spreadsheets write, separate cells too', () => {
  const text = '\uFEFFrepo_id;target_namespace;new_name\r\n1;corp;a\r\n;;\r\n2;corp;b\r\n';
  expect(kinds('imports.fromCodehostA', text)).toEqual([[2], [4]]);
});

test('a value that is not a number is reported with the expected type instead of the validator message', () => {
  const { lines } = parseQueue('imports.fromCodehostA', 'repo_id,target_namespace\nx,corp\n');
  expect(lines[0]?.problems).toEqual([{ field: 'repo_id', kind: 'invalid', detail: 'number' }]);
});

test('an invalid value is explained with a text of Reeve, never with the validator message', () => {
  const sentences = (op: 'imports.fromCodehostA' | 'imports.fromCodehostBServer', given: Record<string, unknown>) =>
    checkImport(op, given)
      .problems.filter(({ kind }) => kind === 'invalid')
      .map((problem) => imports.problem(problem, 'documented'));
  const codehostA = { repo_id: 'x', target_namespace: ' ', pagination_limit: 0, timeout_strategy: 'hopeful' };
  expect(sentences('imports.fromCodehostA', codehostA)).toEqual([
    'repo_id is invalid: a number is expected.',
    'target_namespace is invalid: it is blank.',
    'pagination_limit is invalid: a whole number of at least 1 is expected.',
    'timeout_strategy is invalid: one of optimistic, pessimistic is expected.',
  ]);
  expect(sentences('imports.fromCodehostA', { repo_id: 1e20, optional_stages: { wiki: true } })).toEqual([
    'repo_id is invalid: a whole number is expected.',
    'optional_stages is invalid: wiki is unknown.',
  ]);
  expect(sentences('imports.fromCodehostBServer', { codehost_b_server_url: 'ftp://x', new_name: '' })).toEqual([
    'codehost_b_server_url is invalid: an http:// or https:// address without username and password is expected.',
    'new_name is invalid: it is blank.',
  ]);
});

test('a namespace that cannot be a path is invalid, and the platform decides about all others', () => {
  const details = (path: string): unknown[] =>
    checkImport('imports.fromCodehostA', { repo_id: 1, target_namespace: path }).problems.map(({ detail }) => detail);
  for (const path of ['corp', 'corp/platform', '/Corp/', 'a.b_c-d/~me', 'größe/日本', '42', 'a+b/@c']) {
    expect(details(path)).toEqual([]);
  }
  for (const path of ['no where!', 'corp platform', 'corp!', 'corp/?a', 'a\u0000', 'a\tb']) {
    expect(details(path)).toEqual(['path']);
  }
  const [problem] = checkImport('imports.fromCodehostA', { repo_id: 1, target_namespace: 'no where!' }).problems;
  if (problem === undefined) throw new Error('no problem');
  expect(imports.problem(problem, 'documented')).toBe(
    'target_namespace is invalid: the full path of a group or user, such as group/subgroup, is expected.',
  );
});

test('a CSV of an instance in the gitlab dialect may name its columns as the documents or as GitLab does', () => {
  const read = (head: string) =>
    parseQueue(
      'imports.fromCodehostB',
      `repo_path,target_namespace,${head}\nteam/shop,corp,me@corp.example\n`,
      {},
      'gitlab',
    );
  for (const head of ['codehost_b_email', 'bitbucket_email']) {
    const { lines, problems } = read(head);
    expect(problems).toEqual([]);
    expect(lines[0]?.body).toMatchObject({ codehost_b_email: 'me@corp.example' });
  }
  const { problems } = read('bitbucket_api_token');
  expect(problems).toEqual([{ field: 'codehost_b_api_token', kind: 'secret-column', detail: null }]);
  const messages = problems.map((problem) => imports.problem(problem, 'gitlab'));
  expect(messages).toEqual([expect.stringContaining('“bitbucket_api_token” is a secret')]);
});
