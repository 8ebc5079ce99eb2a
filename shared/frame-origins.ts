/** Returns why a web address cannot be shown in a frame, or undefined if one of the origins allows it. */
export function frameProblem(address: string, origins: readonly string[]): string | undefined {
  if (!URL.canParse(address) || !/^https?:\/\/\S+$/.test(address))
    return 'Use a web address that starts with https://.';
  if (isAllowedFrame(address, origins)) return undefined;
  const { host } = new URL(address);
  return `Your website doesn't allow frames from ${host}. Ask the person who runs your website to allow it.`;
}

/** Returns true if the address has one of the origins, in which an asterisk stands for any subdomain, as in policies. */
export function isAllowedFrame(address: string, origins: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, port, username } = new URL(address);
  if (username !== '') return false;
  return origins.some((origin) => {
    const [, scheme, host = '', ownPort = ''] = /^(https?:)\/\/([^:]+)(?::(\d+))?$/.exec(origin) ?? [];
    const isHost = host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host.toLowerCase();
    return scheme === protocol && isHost && ownPort === port;
  });
}
