import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import type { TestContext } from 'node:test';
import type { MailConfig } from '../../src/config/mail.ts';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** As it came, with its headers. */
  source: string;
}

interface MailServer {
  config: MailConfig;
  received: ReceivedMail[];
}

type Mood = 'kind' | 'refuses' | 'silent';

/** A mail server that speaks as much SMTP as a mail needs. It takes mail, refuses every recipient, or never says a word. */
export async function startMailServer(t: TestContext, mood: Mood = 'kind'): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    if (mood !== 'silent') converse(socket, { refuses: mood === 'refuses', received });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    received,
    config: {
      host: '127.0.0.1',
      port,
      encryption: 'none',
      login: undefined,
      from: { name: 'Vezne', address: 'no-reply@vezne.example' },
    },
  };
}

function converse(
  socket: Socket,
  { refuses, received }: { refuses: boolean; received: ReceivedMail[] },
): void {
  let mail: ReceivedMail = { from: '', to: [], source: '' };
  let isData = false;
  let rest = '';
  const say = (line: string): void => void socket.write(`${line}\r\n`);
  const hear = (line: string): void => {
    if (isData) {
      if (line !== '.') {
        mail.source += `${line.replace(/^\.\./, '.')}\n`;
        return;
      }
      isData = false;
      received.push(mail);
      mail = { from: '', to: [], source: '' };
      return say('250 taken');
    }
    const [, address = ''] = /<([^>]*)>/.exec(line) ?? [];
    switch (line.slice(0, 4).toUpperCase()) {
      case 'EHLO':
      case 'HELO':
        return say('250 mail.test');
      case 'MAIL':
        mail.from = address;
        return say('250 ok');
      case 'RCPT':
        if (refuses) return say('550 nobody of that name');
        mail.to.push(address);
        return say('250 ok');
      case 'DATA':
        isData = true;
        return say('354 go on');
      case 'QUIT':
        say('221 bye');
        return void socket.end();
      default:
        return say('250 ok');
    }
  };
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\r\n');
    rest = lines.pop() ?? '';
    lines.forEach(hear);
  });
  say('220 mail.test');
}
