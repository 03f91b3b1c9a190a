import type { Mutant } from '../../mutant.ts';

const match = 'test/cache/read/leavers/match.test.ts';
const leavers = 'test/core/resources/leavers.test.ts';
const leaving = 'test/component/people/leaving.test.ts';

/** People who leave: which accounts a list means, what their end breaks, and the steps. */
export const mutants: readonly Mutant[] = [
  {
    fault: 'The part of an email address before the “@” matches like a username.',
    file: 'src-main/cache/read/leavers/match.ts',
    text: '...emails.map(emailOf)]',
    replacement: "...emails.flatMap((one) => [emailOf(one), `username ${foldedText(one ?? '').split('@')[0]}`])]",
    noticedBy: [`${match} › typos, parts and display names match no account`],
  },
  {
    fault: 'An address that the token can’t see is ignored beside an address of another account.',
    file: 'src-main/cache/read/leavers/match.ts',
    text: '!seesEmails && !common.some((id) => withEmail.has(id))',
    replacement: '!seesEmails',
    noticedBy: [
      `${match} › an address that this token can’t see is not dropped beside another address`,
      `${match} › an address that differs from the visible address of the account contradicts the username`,
    ],
  },
  {
    fault: 'An account that the instance no longer returns is matched.',
    file: 'src-main/cache/read/leavers/match.ts',
    text: '(isReturned ? [id] : [])',
    replacement: '(isReturned === null ? [] : [id])',
    noticedBy: [
      `${match} › an account that the instance no longer returns is ambiguous, but not the one that has the value now`,
    ],
  },
  {
    fault: 'A line is unknown, although the users were never completely synced.',
    file: 'src-main/cache/read/leavers/match.ts',
    text: 'if (all.length === 0 && !isSynced)',
    replacement: 'if (all.length === 1 && !isSynced)',
    noticedBy: [`${match} › before all users were synced once, no line is unknown`],
  },
  {
    fault: 'A column with the IDs of another system is compared, although the list has usernames.',
    file: 'src-main/services/leavers/read-leavers.ts',
    text: 'return better.length > 0 ? better : named;',
    replacement: 'return named;',
    noticedBy: [`${match} › a list is read: the ID of another system beside the username`],
  },
  {
    fault: 'If all Owners of a project leave together, none of them is its only Owner.',
    file: 'src-main/services/leavers/leavers.ts',
    text: 'one.otherOwners <= otherLeavers',
    replacement: 'one.otherOwners === 0',
    noticedBy: [`${leavers} › the only known Owner of a project is named until a plan has added another one`],
  },
  {
    fault: 'Memberships that are no longer returned have to be removed.',
    file: 'src-main/services/leavers/leavers.ts',
    text: 'const memberships = person.memberships.filter(isReturned);',
    replacement: 'const { memberships } = person;',
    noticedBy: [`${leavers} › a membership that is no longer returned neither ends with the account nor has a step`],
  },
  {
    fault: 'Tokens of service accounts that were never synced are left out of what keeps working.',
    file: 'src-main/services/leavers/leavers.ts',
    text: "['group-tokens', neverSynced.length === 0 ? 0 : null, neverSynced]",
    replacement: "['group-tokens', 0, neverSynced]",
    noticedBy: [`${leavers} › what was never synced is unknown, not left out`],
  },
  {
    fault: 'Issues that were never synced count as no issues.',
    file: 'src-main/services/leavers/leavers.ts',
    text: '(places === 0 ? null : open)',
    replacement: 'open',
    noticedBy: [`${leavers} › what was never synced is unknown, not left out`],
  },
  {
    fault: 'The tokens of a service account that were never synced count as no tokens.',
    file: 'src-main/services/leavers/leavers.ts',
    text: 'tokens?.syncedAt === null ? null : (tokens?.active ?? 0)',
    replacement: 'tokens?.active ?? 0',
    noticedBy: [`${leavers} › what was never synced is unknown, not left out`],
  },
  {
    fault: 'The step that blocks an account leads to an address on another host.',
    file: 'src-main/services/leavers/leavers.ts',
    text: 'page !== null && isPageOf(base, page)',
    replacement: 'page !== null',
    noticedBy: [`${leavers} › the page of an account on another host is no link`],
  },
  {
    fault: 'A deleted account stays in the list of users.',
    file: 'src-main/changes/engine/cache-effects.ts',
    text: 'if (!peopleCollections.includes(row.collection)) return [row];',
    replacement: 'if (peopleCollections.length > 0) return [row];',
    noticedBy: [`${leavers} › an account that Reeve has deleted is neither matched nor to be blocked`],
  },
  {
    fault: 'All steps of Reeve, also deletions, are selected at the start.',
    file: 'src-renderer/pages/people/leaving/Leavers.svelte',
    text: 'let chosen = $state.raw<unknown>([]);',
    replacement: `let chosen = $derived<unknown>(
    (store.value?.people ?? []).flatMap((one) => one.planned.map((step) => \`\${one.id} \${step.kind} \${step.scope}\`)),
  );`,
    noticedBy: [`${leaving} › no step is selected at the start, and nothing is planned without one`],
  },
  {
    fault: 'After the plan of the new Owners was canceled, the account can still be deleted.',
    file: 'src-renderer/pages/people/leaving/review.ts',
    text: "if (kind !== 'applied' && kind !== 'unchanged') return;",
    replacement: "if (kind === 'unchanged') continue;",
    noticedBy: [`${leaving} › if the plan of the new Owners is canceled, no deletion is offered`],
  },
  {
    fault: 'The copied checklist does not name what the token can’t see.',
    file: 'src-renderer/pages/people/leaving/Leavers.svelte',
    text: 'checklistOf(all, notSeen)',
    replacement: 'checklistOf(all, [])',
    noticedBy: [
      `${leaving} › the checklist names the places from which a list was not synced`,
      `${leaving} › if the coverage can’t be loaded, the checklist says that missing places are unknown`,
    ],
  },
  {
    fault: 'If the coverage can’t be loaded, the copied checklist does not say that places may be missing.',
    file: 'src-renderer/console/coverage/NotSeen.svelte',
    text: 'return seen.value === undefined ? words.unknown : sentence;',
    replacement: 'return sentence;',
    noticedBy: [`${leaving} › if the coverage can’t be loaded, the checklist says that missing places are unknown`],
  },
  {
    fault: 'A user who was deleted is matched, because an older list of enterprise users still has the account.',
    file: 'src-main/cache/read/leavers/match.ts',
    text: 'one.is_gone = 0 AND users.is_gone IS NOT 1',
    replacement: 'one.is_gone = 0',
    noticedBy: [`${match} › an account that the list of users no longer returns is not matched by another list`],
  },
  {
    fault: 'A former username in an older list matches.',
    file: 'src-main/cache/read/leavers/match.ts',
    text: 'iif(users.is_gone = 0, NULL, one.username)',
    replacement: 'one.username',
    noticedBy: [`${match} › older usernames and addresses in other lists match no account`],
  },
  {
    fault: 'A user ID also matches the username of another account.',
    file: 'src-main/services/leavers/read-leavers.ts',
    text: "column === 'id' ? '' : foldedText",
    replacement: 'foldedText',
    noticedBy: [`${match} › a column with user IDs is not compared with usernames`],
  },
  {
    fault: 'An account is no administrator, although the token can’t see that.',
    file: 'src-main/services/leavers/leavers.ts',
    text: "typeof isAdministrator === 'boolean' ? Number(isAdministrator) : null",
    replacement: 'Number(isAdministrator === true)',
    noticedBy: [`${leavers} › what the token can’t see is unknown, not left out`],
  },
  {
    fault: 'The deletion of an enterprise user that is already deleted is offered.',
    file: 'src-main/services/leavers/leavers.ts',
    text: 'one.collection === list && isReturned(one)',
    replacement: 'one.collection === list',
    noticedBy: [`${leavers} › an account that Reeve has deleted is neither matched nor to be blocked`],
  },
  {
    fault: 'If two Owners of the same project leave, the same new Owner is added twice.',
    file: 'src-renderer/pages/people/leaving/review.ts',
    text: 'const places = new Set(',
    replacement: 'const places = Array.from(',
    noticedBy: [`${leaving} › if two Owners of the same project leave, the new Owner is added once`],
  },
  {
    fault: 'Of a long list, nothing says that lines are not shown.',
    file: 'src-renderer/pages/people/leaving/SeveralPage.svelte',
    text: '{#if left > 0}',
    replacement: '{#if left < 0}',
    noticedBy: [`${leaving} › of a long list, the number of lines and people that are not shown is named`],
  },
];
