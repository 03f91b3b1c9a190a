import { bracketMatching, LanguageDescription } from '@codemirror/language';
import { languages } from '@codemirror/language-data';
import { Compartment, type Extension } from '@codemirror/state';
import { type EditorView, highlightSpecialChars, lineNumbers } from '@codemirror/view';
import { codeTheme } from './code-theme.ts';

/** Marks and overrides of the text direction that the library doesn't show by itself. */
const moreSpecialChars = /[\u202a-\u202c\u2068\u2060-\u2064\u00a0]/g;
/** Longer texts are shown without colors, because the parser would slow down scrolling. */
const mostHighlighted = 500_000;

/** The shadow root of a view. The content security policy of the page allows styles that are adopted there. */
export function rootIn(host: HTMLElement): ShadowRoot {
  return host.shadowRoot ?? host.attachShadow({ mode: 'open' });
}

/** What all views of a text have in common: line numbers, marks for invisible characters, and the theme. */
export const commonParts: readonly Extension[] = [
  lineNumbers(),
  highlightSpecialChars({ addSpecialChars: moreSpecialChars }),
  bracketMatching(),
  codeTheme,
];

/** The colors of a language. It is loaded when it is needed; without it, the text has no colors. */
export class LanguageColors {
  readonly #language = new Compartment();
  /** The extension of the state. */
  readonly part = this.#language.of([]);

  /** Load the language of a file name, and show its colors in the view. */
  async show(view: EditorView, fileName: string): Promise<void> {
    const isLong = view.state.doc.length > mostHighlighted;
    const found = isLong ? null : LanguageDescription.matchFilename(languages, fileName);
    const support = await found?.load().catch(() => null);
    view.dispatch({ effects: this.#language.reconfigure(support ?? []) });
  }
}
