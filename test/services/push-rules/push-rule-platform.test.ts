import { expect, onTestFinished, test } from 'vitest';
import { ruleChecker } from '#main/services/push-rules/push-rule-checker.ts';
import type { PushRuleEdit } from '#shared/contract/push-rules.ts';
import { createPlatform, type Platform } from '../../platform/platform.ts';
import { dialects, type Dialect } from '../../platform/settings.ts';

const ada = 'ada@platform.example';
const messages = [
  'ABC-1 done',
  'done\n\nABC-1',
  'Still WIP',
  'x\n\nSigned-off-by: Ada <ada@platform.example>',
  'x\n\nsigned-off-by: Ada <ada@platform.example>\nMore: yes',
  'x Signed-off-by: Ada <ada@platform.example>',
  'Ünïcode 🦊',
];
const rules: PushRuleEdit[] = [
  { commit_message_regex: '^[A-Z]+-\\d+' },
  { commit_message_regex: '(?-m)^[A-Z]+-\\d+' },
  { commit_message_regex: 'done$', commit_message_negative_regex: '^ABC' },
  { commit_message_negative_regex: 'wip' },
  { commit_message_negative_regex: '(?i)wip' },
  { commit_message_regex: '\\p{Lu}n', commit_message_negative_regex: '🦊$' },
  { reject_non_dco_commits: true },
  { author_email_regex: '@platform\\.example$' },
  { author_email_regex: '^ADA@' },
  { author_email_regex: '@elsewhere' },
];
const branches = ['feature/x', 'Feature-x', 'prefix-feature/y'];
const patterns = ['^feature/', 'feature', '(?i)^feature', 'x$'];

async function ask({ url, tokens }: Platform, method: string, path: string, body: object): Promise<number> {
  const headers = { 'PRIVATE-TOKEN': tokens.admin, 'Content-Type': 'application/json' };
  const answer = await fetch(`${url}/api/v4${path}`, { method, headers, body: JSON.stringify(body) });
  await answer.arrayBuffer();
  return answer.status;
}

async function platformWithRule(dialect: Dialect): Promise<Platform> {
  const platform = await createPlatform({ users: 60, dialect });
  onTestFinished(() => platform.close());
  expect(await ask(platform, 'POST', '/groups/acme/push_rule', {})).toBe(201);
  return platform;
}

test.each(dialects)('a replay refuses the same commits as the platform with the dialect %s', async (dialect) => {
  const platform = await platformWithRule(dialect);
  const committer_email = platform.world.users.byUsername('admin')?.email;
  const nothing = { commit_message_regex: '', commit_message_negative_regex: '', author_email_regex: '' };
  const disagreements: string[] = [];
  let files = 0;
  for (const rule of rules) {
    await ask(platform, 'PUT', '/groups/acme/push_rule', { ...nothing, reject_non_dco_commits: false, ...rule });
    for (const message of messages) {
      for (const author_email of 'author_email_regex' in rule ? [ada, 'bo@elsewhere.example'] : [ada]) {
        files += 1;
        const actions = [{ action: 'create', file_path: `file-${files}.txt`, content: 'x' }];
        const body = { branch: 'main', commit_message: message, author_email, author_name: 'Ada', actions };
        const status = await ask(platform, 'POST', '/projects/acme%2Fcore/repository/commits', body);
        const isRefused = ruleChecker(rule).commit({ id: 'a', message, author_email, committer_email }).length > 0;
        if ((status !== 201) !== isRefused) disagreements.push(JSON.stringify({ rule, message, author_email, status }));
      }
    }
  }
  expect(disagreements).toEqual([]);
  expect(files).toBe((rules.length + 3) * messages.length);
});

test('a replay refuses the same branch names as the platform', async () => {
  const platform = await platformWithRule('gitlab');
  for (const pattern of patterns) {
    for (const name of branches) {
      await ask(platform, 'PUT', '/groups/acme/push_rule', { branch_name_regex: pattern });
      const made = await ask(platform, 'POST', '/projects/acme%2Fcore/repository/branches', {
        branch: name,
        ref: 'main',
      });
      const isRefused = ruleChecker({ branch_name_regex: pattern }).branch({ name }).length > 0;
      expect(made !== 201, `${name} under ${pattern}`).toBe(isRefused);
      await ask(platform, 'DELETE', `/projects/acme%2Fcore/repository/branches/${encodeURIComponent(name)}`, {});
    }
  }
});
