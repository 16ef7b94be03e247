// @ts-check
/**
 * The code field with colours, undo, brackets and errors at their lines: CodeMirror. It is fetched when the editor of own
 * strategies opens. The site has this file together with the packages that it imports (.ci/bundle.mjs). It lives in a
 * shadow root: there CodeMirror constructs its style sheets, which the page's policy allows; in a document it would
 * write style elements.
 */
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting, syntaxTree } from '@codemirror/language';
import { linter, lintGutter } from '@codemirror/lint';
import { EditorState, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, highlightSpecialChars, keymap, lineNumbers, WidgetType } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** @import { Diagnostic } from '@codemirror/lint' */
/** @import { DecorationSet } from '@codemirror/view' */

/** Text that is wrong at a line. @typedef {{ line: number, words: string }} Complaint */

/** The colours are custom properties of the page (own.css). */
const COLOURS = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--code-keyword)' },
  { tag: [tags.comment, tags.lineComment, tags.blockComment], color: 'var(--code-comment)', fontStyle: 'italic' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
  { tag: tags.string, color: 'var(--code-text)' },
  { tag: [tags.function(tags.variableName), tags.function(tags.definition(tags.variableName)), tags.function(tags.propertyName)], color: 'var(--code-function)' },
  { tag: tags.invalid, color: 'var(--wrong)' },
]);

const THEME = EditorView.theme({
  '&': { height: '100%', fontSize: '0.8125rem', color: 'var(--ink)' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--mono, ui-monospace, monospace)', lineHeight: '1.55', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '0.5rem 0' },
  '.cm-gutters': { background: 'none', color: 'var(--ink-3)', border: '0' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 0.5rem 0 0.25rem' },
  '.cm-matchingBracket': { background: 'none', outline: '1px solid var(--edge)' },
  '.cm-wrong-line': { background: 'color-mix(in srgb, var(--wrong) 12%, transparent)', boxShadow: 'inset 3px 0 var(--wrong)' },
  '.cm-complaint': { font: '0.8125rem/1.4 var(--font, system-ui, sans-serif)', color: 'var(--wrong)', padding: '0.3rem 0.6rem', whiteSpace: 'normal' },
  '.cm-tooltip': { background: 'var(--paper)', color: 'inherit', border: '1px solid var(--edge)', borderRadius: '6px' },
  '.cm-tooltip .cm-diagnostic': { borderLeft: '3px solid var(--wrong)', margin: '0' },
});

/** The complaint of the last check, until the code changes. @type {import('@codemirror/state').StateEffectType<Complaint | null>} */
const complain = StateEffect.define();

class Words extends WidgetType {
  /** @param {string} words */
  constructor(words) {
    super();
    this.words = words;
  }

  toDOM() {
    const element = document.createElement('div');
    element.className = 'cm-complaint';
    element.textContent = this.words;
    return element;
  }
}

const complaint = StateField.define({
  create: () => /** @type {Complaint | null} */ (null),
  update(now, { docChanged, effects }) {
    const said = effects.find((effect) => effect.is(complain));
    return said ? said.value : docChanged ? null : now;
  },
  provide: (field) => EditorView.decorations.compute([field], (state) => decorated(state, state.field(field))),
});

/**
 * The line in colour, with the words below it.
 * @param {EditorState} state
 * @param {Complaint | null} said
 * @returns {DecorationSet}
 */
function decorated(state, said) {
  if (!said || said.line > state.doc.lines) return Decoration.none;
  const { from, to } = state.doc.line(said.line);
  const below = Decoration.widget({ widget: new Words(said.words), block: true, side: 1 });
  return Decoration.set([Decoration.line({ class: 'cm-wrong-line' }).range(from), below.range(to)]);
}

/** What is wrong: the complaint of the last check, and the first place that is not JavaScript. @param {EditorView} view @returns {Diagnostic[]} */
function wrong({ state }) {
  /** @type {Diagnostic[]} */
  const found = [];
  syntaxTree(state).iterate({
    enter({ type, from, to }) {
      if (type.isError && !found.length) found.push({ from, to: Math.max(to, Math.min(from + 1, state.doc.length)), severity: 'error', message: 'From here on, this is not JavaScript.' });
    },
  });
  const said = state.field(complaint);
  if (!said || said.line > state.doc.lines) return found;
  const { from, to } = state.doc.line(said.line);
  return [...found, { from, to, severity: 'error', message: said.words }];
}

/**
 * Text that replaces a selection. The browser would join lines with style attributes, which the policy forbids.
 * @param {InputEvent} event
 * @param {EditorView} view
 */
function replaceSelected(event, view) {
  if (event.inputType !== 'insertText' || event.data === null || view.composing) return false;
  // Chrome has the selection of a shadow root there, Firefox in the document.
  const root = /** @type {ShadowRoot & Partial<Pick<Document, 'getSelection'>>} */ (view.root);
  const selection = root.getSelection ? root.getSelection() : document.getSelection();
  if (!selection?.rangeCount || selection.isCollapsed || !view.contentDOM.contains(selection.anchorNode)) return false;
  const range = selection.getRangeAt(0);
  const [from, to] = [view.posAtDOM(range.startContainer, range.startOffset), view.posAtDOM(range.endContainer, range.endOffset)];
  view.dispatch({ changes: { from, to, insert: event.data }, selection: { anchor: from + event.data.length }, userEvent: 'input.type', scrollIntoView: true });
  event.preventDefault();
  return true;
}

export class CodeEditor {
  element = document.createElement('div');
  #view;

  /**
   * @param {string} value
   * @param {[number, number]} selection the selected places
   * @param {string} label for screen readers
   */
  constructor(value, [anchor, head], label) {
    this.element.className = 'code-editor';
    const root = this.element.attachShadow({ mode: 'open' });
    const extensions = [
      lineNumbers(), lintGutter(), highlightSpecialChars(), history(), indentOnInput(), bracketMatching(), javascript(),
      syntaxHighlighting(COLOURS), THEME, complaint, EditorState.tabSize.of(2),
      // The browser sends no event for what keys and buttons change.
      EditorView.updateListener.of(({ docChanged }) => docChanged && this.element.dispatchEvent(new Event('input', { bubbles: true }))),
      linter(wrong, { delay: 300, needsRefresh: ({ startState, state }) => startState.field(complaint) !== state.field(complaint) }),
      EditorView.domEventHandlers({ beforeinput: replaceSelected }),
      EditorView.contentAttributes.of({ id: 'own-code', 'aria-label': label, spellcheck: 'false' }),
      // Escape leaves the field, also where something is selected.
      keymap.of([indentWithTab, ...defaultKeymap.filter(({ key }) => key !== 'Escape'), ...historyKeymap]),
    ];
    this.#view = new EditorView({ state: EditorState.create({ doc: value, selection: { anchor, head }, extensions }), parent: root, root });
  }

  get value() {
    return this.#view.state.doc.toString();
  }

  set value(text) {
    this.#view.dispatch({ changes: { from: 0, to: this.#view.state.doc.length, insert: text }, selection: { anchor: 0 } });
  }

  focus() {
    this.#view.focus();
  }

  /** Selects a line. @param {number} number from 1 */
  goTo(number) {
    const { from, to } = this.#view.state.doc.line(Math.min(number, this.#view.state.doc.lines));
    this.#view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
    this.focus();
  }

  /**
   * Shows what is wrong, below the line, until the code changes; '' for nothing.
   * @param {string} words
   * @param {number} [line] from 1
   */
  mark(words, line) {
    const effect = complain.of(words && line ? { line, words } : null);
    const at = line && line <= this.#view.state.doc.lines ? [EditorView.scrollIntoView(this.#view.state.doc.line(line).from)] : [];
    this.#view.dispatch({ effects: [effect, ...at] });
  }
}
