import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { searchParts, showCode, type CodeText } from './code-parts.ts';

export interface EditorOptions extends CodeText {
  /** Called after each change. The text keeps its previous line endings. */
  onchange: (text: string) => void;
}

/** Ctrl+Enter sends the form of the editor, so it must not insert a line. */
const keys = defaultKeymap.filter(({ key }) => key !== 'Mod-Enter');

/** A text editor. Tab moves the focus, as in every other field. */
export function codeEditor(host: HTMLElement, options: EditorOptions) {
  const { onchange } = options;
  const lineSeparator = options.text.includes('\r\n') ? '\r\n' : '\n';
  const { view, language } = showCode(host, options, [
    history(),
    ...searchParts,
    keymap.of([...historyKeymap, ...keys]),
    EditorState.lineSeparator.of(lineSeparator),
    // Otherwise a pasted text would keep its own line endings
    EditorView.clipboardInputFilter.of((pasted) => pasted.replaceAll(/\r\n?|\n/g, lineSeparator)),
    EditorView.updateListener.of(({ docChanged, state: now }) => {
      if (docChanged) onchange(now.sliceDoc());
    }),
    EditorView.domEventHandlers({ beforeinput: replaceSelected }),
  ]);

  return {
    /** Replace the text. The person can undo it. */
    replace(text: string): void {
      if (view.state.sliceDoc() === text) return;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: view.state.toText(text) } });
    },
    /** Choose the language by a new file name. */
    rename(name: string): void {
      void language.show(view, name);
    },
    focus(): void {
      view.focus();
    },
    /** The position of the cursor in the text; 0 until the person moves it. */
    cursor(): number {
      return view.state.sliceDoc(0, view.state.selection.main.head).length;
    },
    destroy(): void {
      view.destroy();
    },
  };
}
export type CodeEditor = ReturnType<typeof codeEditor>;

/**
 * Replace a selection with typed text. Chromium would keep the replaced colors as an inline style, which the content
 * security policy refuses.
 */
function replaceSelected(event: InputEvent, view: EditorView): boolean {
  const isOver = event.inputType === 'insertText' && !view.composing && !view.state.selection.main.empty;
  if (!isOver || event.data === null) return false;
  event.preventDefault();
  view.dispatch(view.state.replaceSelection(view.state.toText(event.data)), { userEvent: 'input.type' });
  return true;
}
