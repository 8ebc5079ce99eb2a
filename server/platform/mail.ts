import { createTransport } from 'nodemailer';

export type SendMail = (mail: { to: string; subject: string; text: string }) => Promise<void>;

const TIMEOUT_MS = 10_000;
const THIS_MACHINE: readonly string[] = ['localhost', '127.0.0.1'];

/** Creates a function that sends email through an SMTP server, with TLS unless that runs on this machine. */
export function createMailer(address: string): SendMail {
  const { protocol, hostname, port, username, password, searchParams } = new URL(address);
  const auth = { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  const isSecure = protocol === 'smtps:';
  const transport = createTransport({
    host: hostname,
    port: Number(port) || (isSecure ? 465 : 587),
    secure: isSecure,
    requireTLS: !THIS_MACHINE.includes(hostname),
    ...(username !== '' && { auth }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  const from = searchParams.get('from') ?? '';
  return async ({ to, ...mail }) => {
    // Name the only recipient as an object, which is not parsed as a list.
    await transport.sendMail({ ...mail, from, to: { name: '', address: to } });
  };
}
