// @ts-check
/** The question which columns of a table to read, if it could not be read without an answer. */
import { make } from './dom.js';
import { notice } from './notices.js';

/**
 * @param {string} said why the table was not read; its end may have the missing columns, `submit=NAME,runtime=NAME`
 * @param {string} chosen the columns that were chosen until now
 * @param {(columns: string) => void} read reads the table with these columns; throws if they are no choice
 */
export function askColumns(said, chosen, read) {
  const missing = /'column': (\S+)$/.exec(said)?.[1] ?? '';
  const field = make('input', { size: '32', 'aria-label': 'Columns of the table', required: '', spellcheck: 'false', autocomplete: 'off' });
  field.value = [chosen, missing].filter(Boolean).join();
  const form = make('form', { class: 'row answers' }, field, make('button', { type: 'submit' }, 'Read it with these columns'));
  form.addEventListener('input', () => field.setCustomValidity(''));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    try {
      read(field.value);
    } catch {
      field.setCustomValidity('Write pairs such as submit=NAME,runtime=NAME, with the names of the table’s columns.');
      field.reportValidity();
    }
  });
  // The field says what is expected.
  notice('log', said.replace(/ \(expected .*$/, ''), form);
}
