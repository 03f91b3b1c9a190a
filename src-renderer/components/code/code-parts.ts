import { defaultKeymap } from '@codemirror/commands';
import { bracketMatching, LanguageDescription } from '@codemirror/language';
import { languages } from '@codemirror/language-data';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { codeEditor as words } from '#shared/text/en/code-editor.ts';
import { codeTheme } from './code-theme.ts';

/** Marks and overrides of the text direction that the library doesn't show by itself. */
const moreSpecialChars = /[\u202a-\u202c\u2068\u2060-\u2064\u00a0]/g;
/** Longer texts are shown without colors, because the parser would slow down scrolling. */
const mostHighlighted = 500_000;

/** The shadow root of a view. The content security policy of the page allows styles that are adopted there. */
export function rootIn(host: HTMLElement): ShadowRoot {
  return host.shadowRoot ?? host.attachShadow({ mode: 'open' });
}

/** Extensions of every view: line numbers, marks for invisible characters, matching brackets, labels, and the theme. */
const commonParts: readonly Extension[] = [
  lineNumbers(),
  highlightSpecialChars({ addSpecialChars: moreSpecialChars }),
  bracketMatching(),
  EditorState.phrases.of(words.phrases),
  codeTheme,
];

/** Extensions for search. The line with the cursor, and other occurrences of the selected text, are marked. */
export const searchParts: readonly Extension[] = [
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlightSelectionMatches(),
  search({ top: true }),
  keymap.of(searchKeymap),
];

/** Extensions for a text that can't be changed. */
export const readOnlyParts: readonly Extension[] = [
  keymap.of(defaultKeymap),
  EditorState.readOnly.of(true),
  EditorView.contentAttributes.of({ 'aria-readonly': 'true' }),
];

/** The colors of a language. It is loaded when it is needed; without it, the text has no colors. */
export class LanguageColors {
  readonly #language = new Compartment();

  /** The extensions for a view. `label`: its accessible name. */
  parts(label: string): Extension[] {
    const attributes = { 'aria-label': label, spellcheck: 'false', tabindex: '0' };
    return [...commonParts, EditorView.contentAttributes.of(attributes), this.#language.of([])];
  }

  /** Load the language of a file name, and show its colors in the view. */
  async show(view: EditorView, fileName: string): Promise<void> {
    const isLong = view.state.doc.length > mostHighlighted;
    const found = isLong ? null : LanguageDescription.matchFilename(languages, fileName);
    const support = await found?.load().catch(() => null);
    view.dispatch({ effects: this.#language.reconfigure(support ?? []) });
  }
}

/** A text to show. */
export interface CodeText {
  text: string;
  /** Determines the language. */
  fileName: string;
  /** Accessible name. */
  label: string;
}

/** Show a text in the shadow root of the host, with these extensions. */
export function showCode(host: HTMLElement, { text, fileName, label }: CodeText, extensions: readonly Extension[]) {
  const root = rootIn(host);
  const language = new LanguageColors();
  const state = EditorState.create({ doc: text, extensions: [...language.parts(label), ...extensions] });
  const view = new EditorView({ state, root, parent: root });
  void language.show(view, fileName);
  return { view, language };
}
