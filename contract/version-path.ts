/** Path of the mark of what all pages show. Apart from the others, because pages outside of the app request it. */
export const VERSION_PATH = '/api/version';
