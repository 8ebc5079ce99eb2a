import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

export type Mail = { from: string; to: string[]; text: string };

/** Starts a fake SMTP server, without TLS, that accepts every email. */
export async function startSmtpServer(): Promise<AsyncDisposable & { url: string; mails: Mail[] }> {
  const mails: Mail[] = [];
  async function converse(socket: Socket) {
    const reply = (line: string) => void socket.write(`${line}\r\n`);
    let mail: Mail = { from: '', to: [], text: '' };
    let isText = false;
    reply('220 fake');
    for await (const line of createInterface({ input: socket })) {
      if (isText && line !== '.') {
        mail.text += `${line}\n`;
        continue;
      }
      const [, verb = '', address = ''] = /^(\w+)[^<]*(?:<(.*)>)?/.exec(line) ?? [];
      if (verb === 'MAIL') mail = { from: address, to: [], text: '' };
      if (verb === 'RCPT') mail.to.push(address);
      if (isText) mails.push(mail);
      isText = verb === 'DATA';
      reply(isText ? '354 go on' : '250 ok');
    }
  }
  const server = createServer((socket) => void converse(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}?from=office@coop.example`,
    mails,
    async [Symbol.asyncDispose]() {
      server.close();
    },
  };
}
