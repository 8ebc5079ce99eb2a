/** Formats in the schema of the site file, by name. */
export const FORMATS = { address: isAddress, 'time-zone': isTimeZone };

/** Validates a URL beyond the schema's pattern, which allows ports of six digits and invalid hosts. */
function isAddress(text: string): boolean {
  return text.startsWith('/') || URL.canParse(text.replaceAll(/[{}*]/g, ''));
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
