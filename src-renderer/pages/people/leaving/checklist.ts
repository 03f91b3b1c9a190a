import type { Leaving } from '#shared/contract/leavers.ts';
import { leavers as words } from '#shared/text/en/leavers.ts';
import { visibleText } from '../../../components/text/visible-text.ts';

/** A text in which Markdown finds no markup. */
const plain = (text: string): string => visibleText(text).replaceAll(/[\\`*_[\]<>#|~&]/g, String.raw`\$&`);

/** The three kinds of effects, in the order of the page. */
export const effects = ['ends', 'keeps', 'breaks'] as const;

const item = (text: string, kind: keyof typeof words.how): string => `- ${plain(`${text}. ${words.how[kind]}`)}`;

/** The steps in the web interface as a Markdown list, with links to their pages. */
export const stepsByHand = (steps: Leaving['manual']): string =>
  steps
    .flatMap(({ kind, count, links }) => [item(words.manual[kind](count), kind), ...links.map((url) => `  - <${url}>`)])
    .join('\n');

/** The steps of these people as a Markdown checklist. `notSeen`: what this token can't see, in sentences. */
export function checklistOf(people: readonly Leaving[], notSeen: readonly string[]): string {
  const parts = people.flatMap((person) => {
    const planned = person.planned.map(({ kind, label }) => item(words.planned[kind](label), kind));
    const steps = [...planned, stepsByHand(person.manual)].join('\n').replaceAll(/^ *- /gm, '$&[ ] ');
    const facts = effects.map((effect) => plain(`${words.labels[effect]}: ${words.facts(person[effect])}`));
    return [`## ${plain(words.titleOf(person))}`, facts.join('  \n'), steps];
  });
  return [...parts, ...[...notSeen, words.limits].map(plain)].join('\n\n');
}
