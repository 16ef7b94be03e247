// @ts-check
/** The dialog that makes a file of the chart or its numbers: format, paper size, letters, title, legend. */
import { find, sentence, write } from './dom.js';
import { siteFile } from '../storage/fetching.js';
import { picture, save, wish } from './share.js';

/** @import { PaperSize, Study } from '../../subtorus.js' */
/** @import { Kind } from './share.js' */

/** @param {Study} study */
export function exportDialog(study) {
  const form = find('export-form', HTMLFormElement);
  const preview = find('preview');
  let timer = 0;
  find('export-column', HTMLSelectElement).addEventListener('change', ({ target }) => {
    const [width, height, letters] = /** @type {HTMLSelectElement} */ (target).value.split(' ');
    Object.entries({ width, height, letters }).forEach(([name, value]) => value && (field(name).value = value));
  });
  form.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && target.type === 'number') find('export-column', HTMLSelectElement).value = '';
    write('export-state', '');
    clearTimeout(timer);
    timer = setTimeout(() => show(), 120);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void saveFile();
  });
  return { open };

  /** Shows the dialog, with a preview. */
  function open() {
    write('export-state', '');
    find('export', HTMLDialogElement).showModal();
    show();
  }

  /** @param {string} name */
  function field(name) {
    return find(`export-${name}`, HTMLInputElement);
  }

  /** @returns {Kind} */
  function chosenKind() {
    return /** @type {Kind} */ (new FormData(form).get('kind'));
  }

  /** @returns {PaperSize} */
  function paper() {
    const [width, height, letters] = ['width', 'height', 'letters'].map((name) => field(name).valueAsNumber);
    return { width, height, letters, title: field('title').checked, legend: field('legend').checked };
  }

  /** Shows the preview, and only the fields that apply. */
  function show() {
    const kind = chosenKind();
    const drawn = kind !== 'csv' && kind !== 'json';
    // A hidden field cannot be wrong.
    const size = find('export-size', HTMLFieldSetElement);
    size.hidden = size.disabled = !drawn;
    find('export-density-label').hidden = field('density').disabled = kind !== 'png';
    preview.hidden = !drawn;
    if (!drawn || !form.checkValidity()) return;
    preview.innerHTML = study.file(wish(study, 'svg', paper()));
  }

  /** @param {Kind} kind */
  async function contentOf(kind) {
    if (kind === 'png') return picture(study, paper(), field('density').valueAsNumber);
    const request = wish(study, kind, paper());
    return study.file(kind === 'pdf' ? { ...request, fonts: await fonts() } : request);
  }

  async function saveFile() {
    const kind = chosenKind();
    try {
      save(study.status().file_name, kind, await contentOf(kind));
      write('export-state', `The ${kind.toUpperCase()} file is in your downloads.`);
    } catch (error) {
      write('export-state', `Nothing was saved: ${sentence(error)}`);
    }
  }
}

/**
 * The regular and the bold font that a PDF carries, fetched when one is made.
 * @returns {Promise<[number[], number[]]>}
 */
async function fonts() {
  const bytes = async (/** @type {string} */ name) => [...new Uint8Array(await (await siteFile(`www/fonts/${name}.ttf`)).arrayBuffer())];
  return Promise.all([bytes('plain'), bytes('bold')]);
}
