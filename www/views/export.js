// @ts-check
/** The dialog that makes a file of the chart or its numbers: format, paper size, letters, title, legend. */
import { find, sentence } from './dom.js';
import { siteFile } from '../storage/fetching.js';
import { FILES, picture, save, wish } from './share.js';

/** @import { ExportRequest, PaperSize, Study } from '../../subtorus.js' */
/** @import { Kind } from './share.js' */

export class ExportDialog {
  #study;
  #dialog = find('export', HTMLDialogElement);
  #form = find('export-form', HTMLFormElement);
  #preview = find('preview', HTMLDivElement);
  #state = find('export-state', HTMLParagraphElement);
  #timer = 0;

  /** @param {Study} study */
  constructor(study) {
    this.#study = study;
    find('export-close', HTMLButtonElement).addEventListener('click', () => this.#dialog.close());
    // A click outside the dialog hits the dialog element itself, not its content.
    this.#dialog.addEventListener('click', ({ target }) => target === this.#dialog && this.#dialog.close());
    find('export-column', HTMLSelectElement).addEventListener('change', ({ target }) => {
      const [width, height, letters] = /** @type {HTMLSelectElement} */ (target).value.split(' ');
      Object.entries({ width, height, letters }).forEach(([name, value]) => value && (this.#field(name).value = value));
    });
    this.#form.addEventListener('input', ({ target }) => {
      if (target instanceof HTMLInputElement && target.type === 'number') find('export-column', HTMLSelectElement).value = '';
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#show(), 120);
    });
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#save();
    });
  }

  /** Shows the dialog, with a preview. */
  open() {
    this.#state.textContent = '';
    this.#dialog.showModal();
    this.#show();
  }

  /** @param {string} name */
  #field(name) {
    return find(`export-${name}`, HTMLInputElement);
  }

  /** @returns {Kind} */
  get #kind() {
    return /** @type {Kind} */ (new FormData(this.#form).get('kind'));
  }

  /** @returns {PaperSize} */
  get #paper() {
    const [width, height, letters] = ['width', 'height', 'letters'].map((name) => this.#field(name).valueAsNumber);
    return { width, height, letters, title: this.#field('title').checked, legend: this.#field('legend').checked };
  }

  /** Shows the preview, and only the fields that apply. */
  #show() {
    const kind = this.#kind;
    const drawn = kind !== 'csv' && kind !== 'json';
    // A hidden field cannot be wrong.
    const size = find('export-size', HTMLFieldSetElement);
    size.hidden = size.disabled = !drawn;
    find('export-density-label', HTMLLabelElement).hidden = this.#field('density').disabled = kind !== 'png';
    this.#preview.hidden = !drawn;
    if (!drawn || !this.#form.checkValidity()) return;
    this.#preview.innerHTML = this.#study.file(wish(this.#study, 'svg', this.#paper));
  }

  async #save() {
    const kind = this.#kind;
    try {
      const density = this.#field('density').valueAsNumber;
      const request = async () => {
        const plain = wish(this.#study, /** @type {ExportRequest['kind']} */ (kind), this.#paper);
        return kind === 'pdf' ? { ...plain, fonts: await fonts() } : plain;
      };
      const content = kind === 'png' ? await picture(this.#study, this.#paper, density) : this.#study.file(await request());
      save(this.#study.status().file_name, kind, new Blob([content], { type: FILES[kind] }));
      this.#state.textContent = `The ${kind.toUpperCase()} file is in your downloads.`;
    } catch (error) {
      this.#state.textContent = `Nothing was saved: ${sentence(error)}`;
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
