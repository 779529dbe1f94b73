/** nginx and HAProxy, the real programs, each with its file of deploy/proxy. Only names, addresses and paths are filled in. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { hasPassed } from '../../server/test/harness/has-passed.ts';
import { makeCertificate } from '../../server/test/harness/certificate.ts';

export const PROXIES = ['nginx', 'haproxy'] as const;
export type ProxyKind = (typeof PROXIES)[number];

export interface RunningProxy {
  httpsUrl: string;
  httpUrl: string;
  /** What clients have to trust. */
  certificate: string;
  /** Everything that it has written down so far: requests and errors. */
  log(): Promise<string>;
}

interface Site {
  folder: string;
  httpsPort: number;
  httpPort: number;
  /** Host and port of each api. */
  apis: readonly [string, string];
}

const DEPLOY = fileURLToPath(new URL('../../deploy/proxy/', import.meta.url));
const NAME = 'localhost';
const START_WITHIN_MS = 10_000;
const LOG_END_CHARACTERS = 4_096;

/** The two proxies differ in how they are configured, started and asked for their log. */
const SETUPS: Readonly<
  Record<
    ProxyKind,
    {
      file: string;
      fillIns(site: Site): Record<string, string>;
      start(site: Site): ChildProcess;
      logs: string[];
    }
  >
> = {
  nginx: {
    file: 'nginx.conf',
    fillIns: ({ folder, httpsPort, httpPort, apis }) => ({
      'server 10.0.0.11:4000': `server ${apis[0]}`,
      'server 10.0.0.12:4000': `server ${apis[1]}`,
      'listen 80;': `listen 127.0.0.1:${httpPort};`,
      'listen 443 ssl;': `listen 127.0.0.1:${httpsPort} ssl;`,
      'pay.example.com': NAME,
      '/etc/ssl/vezne/fullchain.pem': `${folder}/certificate.pem`,
      '/etc/ssl/vezne/privkey.pem': `${folder}/key.pem`,
      '/etc/vezne/': DEPLOY,
      '/var/log/nginx/': `${folder}/`,
    }),
    start: ({ folder }) =>
      spawn('/usr/sbin/nginx', ['-p', folder, '-c', `${folder}/main.conf`, '-e', 'stderr'], {
        stdio: ['ignore', 'ignore', 'pipe'],
      }),
    logs: ['vezne.log', 'vezne-error.log'],
  },
  haproxy: {
    file: 'haproxy.cfg',
    fillIns: ({ folder, httpsPort, httpPort, apis }) => ({
      '10.0.0.11:4000': apis[0],
      '10.0.0.12:4000': apis[1],
      'bind :80': `bind 127.0.0.1:${httpPort}`,
      'bind :443': `bind 127.0.0.1:${httpsPort}`,
      'pay.example.com': NAME,
      '/etc/haproxy/vezne.pem': `${folder}/both.pem`,
      '/etc/vezne/': DEPLOY,
      // Only root can change the user and the root directory.
      ...(process.getuid?.() === 0
        ? {}
        : { '  user haproxy\n  group haproxy\n  chroot /var/lib/haproxy\n': '' }),
    }),
    start: ({ folder }) =>
      spawn('/usr/sbin/haproxy', ['-db', '-f', `${folder}/haproxy.cfg`], {
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    logs: [],
  },
};

/** What Debian's /etc/nginx/nginx.conf has around the files of conf.d, as far as it matters. */
const AROUND_SITE = (folder: string): string => `
daemon off;
worker_processes 2;
pid ${folder}/nginx.pid;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 1024; }
http {
  include /etc/nginx/mime.types;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  include ${folder}/nginx.conf;
}
`;

export async function startProxy(
  t: TestContext,
  kind: ProxyKind,
  {
    ports: [httpsPort, httpPort],
    apis,
  }: { ports: readonly [number, number]; apis: readonly [string, string] },
): Promise<RunningProxy> {
  const setup = SETUPS[kind];
  const site = { folder: await mkdtemp(join(tmpdir(), `vezne-${kind}-`)), httpsPort, httpPort, apis };
  const { key, certificate } = await makeCertificate(NAME);
  await writeFile(join(site.folder, 'certificate.pem'), certificate);
  await writeFile(join(site.folder, 'key.pem'), key);
  await writeFile(join(site.folder, 'both.pem'), certificate + key);
  await writeFile(join(site.folder, 'main.conf'), AROUND_SITE(site.folder));
  const config = fillIn(await readFile(join(DEPLOY, setup.file), 'utf8'), setup.fillIns(site));
  await writeFile(join(site.folder, setup.file), config);

  const child = setup.start(site);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  const log = async (): Promise<string> => {
    const files = await Promise.all(
      setup.logs.map(async (name) => await readFile(join(site.folder, name), 'utf8').catch(() => '')),
    );
    return printed + files.join('');
  };
  const ended = once(child, 'exit');
  t.after(async () => {
    child.kill('SIGTERM');
    await ended;
    if (!hasPassed(t)) t.diagnostic(`${kind} logged at last:\n${(await log()).slice(-LOG_END_CHARACTERS)}`);
    await rm(site.folder, { recursive: true, force: true });
  });
  await Promise.race([
    untilListening(httpsPort),
    ended.then(() => {
      throw new Error(`${kind} ended at once:\n${printed}`);
    }),
  ]);
  return {
    httpsUrl: `https://${NAME}:${httpsPort}`,
    httpUrl: `http://${NAME}:${httpPort}`,
    certificate,
    log,
  };
}

/** A text that is not there would be an untested file. */
function fillIn(config: string, fillIns: Readonly<Record<string, string>>): string {
  let filled = config;
  for (const [text, value] of Object.entries(fillIns)) {
    if (!filled.includes(text)) throw new Error(`The file of deploy/proxy has no "${text}" any more.`);
    filled = filled.replaceAll(text, value);
  }
  return filled;
}

async function untilListening(port: number): Promise<void> {
  const deadline = performance.now() + START_WITHIN_MS;
  while (performance.now() < deadline) {
    if (await accepts(port)) return;
    await sleep(20);
  }
  throw new Error(`Nothing listens at ${port}.`);
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
