/** Returns a typed web address with https://, which people leave out. The file name of a page stays as it is. */
export const withScheme = (typed: string): string =>
  /^(?![^/]*\.html$)[a-z0-9-]+(\.[a-z0-9-]+)+([/?#]\S*)?$/i.test(typed) ? `https://${typed}` : typed;
