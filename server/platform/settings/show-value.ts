export const characters = ({ length }: string) => (length === 1 ? '1 character' : `${length} characters`);

export const quote = (text: string) => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);

/** Formats a URL for display without its password, or as only its length if the password cannot be located. */
export function withoutPassword(address: string): string {
  const url = URL.parse(address);
  const rest = url ? `${url.host}${url.pathname}${url.search}${url.hash}` : '';
  // An unescaped delimiter, such as /, ends the password early. The rest of the URL then contains an @.
  if (!url?.host || rest.includes('@')) return `an address of ${characters(address)}`;
  const user = url.username + (url.password && ':…');
  return quote(
    `${url.protocol}//${user}${user && '@'}${url.host}${url.pathname}${url.search && '?…'}${url.hash && '#…'}`,
  );
}
