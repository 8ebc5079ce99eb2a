/** Ends this process and those that it started when the test runner is killed, which closes their channel. */
export function endWithRunner(): void {
  if (!process.channel) return;
  process.once('disconnect', () => process.kill(-process.pid, 'SIGKILL'));
  process.channel.unref();
}
