import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PROGRAM = '/usr/bin/swift-proxy-server';
const PACKAGES = 'swift-proxy swift-account swift-container swift-object';

/** Returns true if OpenStack Swift, the S3 server for tests, is installed. */
export const hasSwift = (): boolean => existsSync(PROGRAM);

/** Installs Swift on Debian as root. Without it, tests of object storage are skipped. */
export function installSwift(): void {
  if (hasSwift() || !existsSync('/etc/debian_version') || process.getuid?.() !== 0) return;
  console.log('Installing Swift…');
  const install = `apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends ${PACKAGES}`;
  spawnSync('sh', ['-c', install], { stdio: ['ignore', 'ignore', 'inherit'] });
}
