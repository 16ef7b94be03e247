// @ts-check
/** The address of the site's folder. The build joins scripts into files of www/, and this holds in all of them. */
export const SITE = new URL('..', import.meta.url);
