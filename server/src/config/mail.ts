/** How the console and the portal send invitations. Read by config, with everything else, at start. */
import { ConfigError, textOf } from './environment.ts';
import type { Env } from './environment.ts';

/** Whether the way to the mail server is encrypted: from the first byte, by STARTTLS or not at all, or not on this machine. */
type MailEncryption = 'tls' | 'starttls' | 'none';

export interface MailConfig {
  host: string;
  port: number;
  encryption: MailEncryption;
  /** Undefined: the server takes mail without asking who sends it. */
  login: { user: string; password: string } | undefined;
  from: { name: string; address: string };
}

const [URL_NAME, FROM_NAME] = ['VEZNE_SMTP_URL', 'VEZNE_MAIL_FROM'];

/** Ports of submission: RFC 8314. */
const PORTS = { 'smtps:': 465, 'smtp:': 587 } as const;

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Undefined: no mail is sent. */
export function readMailConfig(env: Env, environment: 'development' | 'production'): MailConfig | undefined {
  const [url, from] = [textOf(env, URL_NAME), textOf(env, FROM_NAME)];
  if (url === undefined && from === undefined) return undefined;
  if (url === undefined || from === undefined) {
    throw new ConfigError(
      `${URL_NAME} and ${FROM_NAME} belong together. Set both, or none: then whoever confirms an invitation hands the link over.`,
    );
  }
  return { ...readServer(url, environment), from: readSender(from) };
}

/** Its text has a password, so no message repeats it. */
function readServer(text: string, environment: 'development' | 'production'): Omit<MailConfig, 'from'> {
  const url = URL.parse(text);
  const protocol = url?.protocol;
  const isPlain = url !== null && ['', '/'].includes(url.pathname) && url.search === '' && url.hash === '';
  if (!isPlain || (protocol !== 'smtp:' && protocol !== 'smtps:') || url.hostname === '') {
    throw new ConfigError(
      `${URL_NAME} must be the address of a mail server, such as smtps://user:password@mail.example.com, without a path.`,
    );
  }
  const login = loginIn(url);
  const { hostname, port } = url;
  // Whoever reads an invitation becomes the person: it crosses no network in the open.
  const isOpenAllowed = environment === 'development' || LOOPBACK.has(hostname);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? PORTS[protocol] : Number(port),
    encryption: protocol === 'smtps:' ? 'tls' : isOpenAllowed ? 'none' : 'starttls',
    login,
  };
}

function loginIn({ username, password }: URL): MailConfig['login'] {
  if (username === '' && password === '') return undefined;
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch (error) {
    throw new ConfigError(`${URL_NAME}: write a % in its user or password as %25.`, { cause: error });
  }
}

/** `no-reply@example.com`, or `Vezne <no-reply@example.com>`. */
function readSender(text: string): MailConfig['from'] {
  const [, name = '', inBrackets, bare] =
    /^(?:([^<>"\p{Cc}]{0,64}?)\s*<([^\s<>@]+@[^\s<>@]+)>|([^\s<>@]+@[^\s<>@]+))$/u.exec(text.trim()) ?? [];
  const address = inBrackets ?? bare;
  if (address === undefined) {
    throw new ConfigError(
      `${FROM_NAME} must be an address, such as no-reply@example.com, or one with a name: Vezne <no-reply@example.com>.`,
    );
  }
  return { name, address };
}
