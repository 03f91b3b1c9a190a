import type { Leaving } from '#shared/contract/leavers.ts';
import { leavers as words } from '#shared/text/en/leavers.ts';
import { visibleText } from '../../../components/text/visible-text.ts';

/** A text in which Markdown finds no markup. */
const plain = (text: string): string => visibleText(text).replaceAll(/[\\`*_[\]<>#|~&]/g, String.raw`\$&`);

/** The three kinds of effects, in the order of the page. */
export const effects = ['ends', 'keeps', 'breaks'] as const;

/** The steps of these people as a Markdown checklist. `notSeen`: what this token can't see, in sentences. */
export function checklistOf(people: readonly Leaving[], notSeen: readonly string[]): string {
  const parts = people.map((person) => {
    const { id, username, planned, manual } = person;
    const name = `${words.nameOf(person)} (${username === null ? '' : `@${username}, `}ID ${id})`;
    const facts = effects.map((effect) => plain(`${words.labels[effect]}: ${words.facts(person[effect])}`));
    const todo = (text: string, kind: keyof typeof words.how): string =>
      `- [ ] ${plain(`${text}. ${words.how[kind]}`)}`;
    return [
      ...[`## ${plain(name)}`, '', facts.join('  \n'), ''],
      ...planned.map(({ kind, label }) => todo(words.planned[kind](label), kind)),
      ...manual.flatMap(({ kind, count, links }) => [
        todo(words.manual[kind](count), kind),
        ...links.map((url) => `  - [ ] <${url}>`),
      ]),
    ].join('\n');
  });
  return [...parts, ...[...notSeen, words.limits].map(plain)].join('\n\n');
}
