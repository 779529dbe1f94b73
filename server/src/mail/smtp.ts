import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { MailConfig } from '../config/mail.ts';

interface Mail {
  to: string;
  subject: string;
  text: string;
}

interface Mailer {
  /** Whether the mail server took it. Never throws: what was decided stands, and the person is told otherwise. */
  send: (mail: Mail) => Promise<boolean>;
}

/** Somebody waits for the answer, and a mail server that is there answers within a second or two. */
const TIMEOUT_MS = 8_000;

/** Sends by one mail server, a connection for each mail: there are a few in a month. */
export function createMailer({ host, port, encryption, login, from }: MailConfig, log: Logger): Mailer {
  return {
    async send({ to, subject, text }) {
      const transport = createTransport({
        host,
        port,
        secure: encryption === 'tls',
        requireTLS: encryption === 'starttls',
        // Without an encrypted way, what the server offers is not tried: its certificate would be nobody's.
        ignoreTLS: encryption === 'none',
        ...(login !== undefined && { auth: { user: login.user, pass: login.password } }),
        dnsTimeout: TIMEOUT_MS,
        connectionTimeout: TIMEOUT_MS,
        greetingTimeout: TIMEOUT_MS,
        socketTimeout: TIMEOUT_MS,
        // It opens no file and no address, whatever a text looks like.
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      try {
        // As objects: a name or an address is never read as a list of addresses.
        const sent = transport.sendMail({ from, to: { name: '', address: to }, subject, text });
        await within(TIMEOUT_MS, sent);
        return true;
      } catch (error) {
        // The text of the mail has the link, and is in no error.
        log.warn({ err: error }, 'a mail could not be sent');
        return false;
      } finally {
        transport.close();
      }
    },
  };
}

/** Each step has a limit of its own; this is the limit of all of them. */
async function within<Result>(timeoutMs: number, work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The mail server took too long.')), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
