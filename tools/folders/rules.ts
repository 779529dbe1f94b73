/**
 * Who may import whom: the table in ARCHITECTURE.md, as rules. Each room lists what it may import; everything else in the
 * house is forbidden. Planted violations in tools/test/folders.test.ts prove that every rule can fail.
 */
import type { IRegularForbiddenRuleType } from 'dependency-cruiser';

interface Room {
  /** The files of the room, and which files of the house they may import. */
  path: string;
  may: string[];
  /** The allowed libraries, if they are restricted. */
  npm?: string[];
  /** The allowed Node modules, if they are restricted. */
  node?: string[];
}

const DOMAIN = '^packages/domain/src';
const DESIGN = '^packages/design/src';

/** What the HTTP layer may import. Reads may go straight to the database; writes never do. */
const BELOW_HTTP = [
  '^server/src/(usecases|keys|wire|concurrency|metrics)/',
  '^server/src/db/(read/|(errors|read-only)\\.ts$)',
  '^server/src/((context|clock|ids)\\.ts$|config/)',
  '^packages/(contract|design|domain|sdk)/src',
];

export const ROOMS: Readonly<Record<string, Room>> = {
  domain: { path: DOMAIN, may: [DOMAIN], npm: ['ibantools'], node: [] },
  contract: {
    path: '^packages/contract/src',
    may: ['^packages/contract/src', DOMAIN],
    npm: ['zod'],
    node: [],
  },
  // Values alone: the same for a server, a browser and a test.
  design: { path: DESIGN, may: [DESIGN], npm: [], node: [] },
  // What all surfaces share depends on none of them.
  'contract-fields': {
    path: '^packages/contract/src/fields/',
    may: ['^packages/contract/src/fields/', DOMAIN],
  },
  sdk: { path: '^packages/sdk/src', may: ['^packages/sdk/src'], npm: [], node: ['crypto'] },
  // What a process is told at its start: texts of the environment, checked and named. It reaches nothing.
  config: { path: '^server/src/config/', may: ['^server/src/config/', DOMAIN], npm: ['zod'] },
  // Code without SQL or business knowledge, so everything may use it.
  concurrency: { path: '^server/src/concurrency/', may: ['^server/src/concurrency/'], npm: [] },
  // Numbers, and how they are told. They know nothing of what is counted, so everything that counts may use them.
  metrics: { path: '^server/src/metrics/', may: ['^server/src/metrics/'], npm: ['prom-client'] },
  db: {
    path: '^server/src/db/',
    may: ['^server/src/(db|concurrency|metrics)/', '^server/src/clock\\.ts$', DOMAIN],
  },
  keys: { path: '^server/src/keys/', may: ['^server/src/keys/', '^server/src/(ids\\.ts$|config/)', DOMAIN] },
  // The only room of OpenTelemetry. It knows a transaction's id and nothing else of the business.
  tracing: {
    path: '^server/src/tracing/',
    may: ['^server/src/(tracing|concurrency)/'],
    npm: ['@opentelemetry/[a-z-]+', 'pino'],
  },
  // The only room that sends mail. It knows an address and a text, and nothing of the business.
  mail: {
    path: '^server/src/mail/',
    may: ['^server/src/mail/', '^server/src/config/mail\\.ts$'],
    npm: ['nodemailer', 'pino'],
  },
  // How rows become files: CSV, XLSX and PDF. They are given rows, and look nothing up.
  documents: {
    path: '^server/src/documents/',
    may: ['^server/src/documents/', '^server/src/ids\\.ts$', DOMAIN, DESIGN],
    npm: ['pdfkit', 'dejavu-fonts-ttf'],
  },
  usecases: {
    path: '^server/src/usecases/',
    may: [
      '^server/src/(usecases|db|keys|documents|concurrency|metrics|tracing)/',
      '^server/src/((context|clock|ids)\\.ts$|config/)',
      DOMAIN,
    ],
  },
  wire: {
    path: '^server/src/wire/',
    may: ['^server/src/(wire|db/read)/', '^server/src/ids\\.ts$', '^packages/(contract|domain)/src'],
  },
  jobs: {
    path: '^server/src/jobs/',
    may: [
      '^server/src/(jobs|usecases|db|keys|wire|concurrency|metrics|tracing)/',
      '^server/src/((context|clock|ids)\\.ts$|config/)',
      '^packages/(domain|sdk)/src',
    ],
  },
  http: {
    path: '^server/src/http/',
    may: ['^server/src/http/', ...BELOW_HTTP],
  },
  // What every surface shares: it depends on no surface and no business code.
  'http-server': {
    path: '^server/src/http/server/',
    may: [
      '^server/src/http/server/',
      '^server/src/(concurrency|metrics)/',
      '^server/src/db/errors\\.ts$',
      '^server/src/((clock|ids)\\.ts$|config/)',
    ],
  },
  // What console and portal share: how people sign in, and how a route finds out who asks. It knows neither of them.
  'http-signed-in': {
    path: '^server/src/http/signed-in/',
    may: [
      '^server/src/http/(server|signed-in)/',
      '^server/src/usecases/(sign-in/|refusal\\.ts$)',
      '^server/src/(keys|concurrency)/',
      '^server/src/db/(errors|read-only)\\.ts$',
      '^server/src/((clock|ids)\\.ts$|config/)',
      '^packages/contract/src/(sign-in|fields)/',
      DOMAIN,
    ],
  },
  // Pages run in a browser: rules and wire shapes, and nothing of the server.
  web: { path: '^web/src/', may: ['^web/src/', '^packages/(contract|design|domain)/src'], node: [] },
  'web-shared': {
    path: '^web/src/shared/',
    may: ['^web/src/shared/', '^packages/(contract|design|domain)/src'],
  },
  ...Object.fromEntries(['console', 'portal'].map((name) => [`web-${name}`, pages(name)])),
  ...Object.fromEntries(['partner', 'pay', 'docs', 'console', 'portal'].map((name) => [name, surface(name)])),
};

/** A surface uses the shared code and never another surface: a script that gets into one must not reach the next. */
function surface(name: string): Room {
  const shared = ['console', 'portal'].includes(name) ? 'server|signed-in' : 'server';
  return {
    path: `^server/src/http/${name}/`,
    may: [
      `^server/src/http/(${shared}|${name})/`,
      '^server/src/http/[a-z-]+-dependencies\\.ts$',
      ...BELOW_HTTP,
    ],
  };
}

/** Console and portal never import each other: staff's screens must not reach a partner's browser. */
function pages(name: string): Room {
  return {
    path: `^web/src/${name}/`,
    may: [`^web/src/(shared|${name})/`, '^packages/(contract|design|domain)/src'],
  };
}

const HOUSE = '^(packages|server|web|tools|bench|chaos|e2e|examples)/';
const NPM_TYPES = ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown'] as const;

export const RULES: IRegularForbiddenRuleType[] = [
  ...Object.entries(ROOMS).flatMap(([room, files]) => rulesOf(room, files)),
  rule('sources-never-import-tests', '/src/', { path: '/test/' }),
  rule('no-circles', '', { circular: true }),
  rule('nothing-unresolvable', '', { couldNotResolve: true }),
];

function rulesOf(room: string, { path, may, npm, node }: Room): IRegularForbiddenRuleType[] {
  const rules = [rule(`${room}-reaches-its-rooms-only`, path, { path: HOUSE, pathNot: may })];
  if (npm) {
    const pathNot = npm.map((name) => `node_modules/${name}/`);
    rules.push(rule(`${room}-uses-its-libraries-only`, path, { dependencyTypes: [...NPM_TYPES], pathNot }));
  }
  if (node) {
    const pathNot = node.map((name) => `^(node:)?${name}$`);
    rules.push(rule(`${room}-uses-its-node-modules-only`, path, { dependencyTypes: ['core'], pathNot }));
  }
  return rules;
}

function rule(name: string, path: string, to: IRegularForbiddenRuleType['to']): IRegularForbiddenRuleType {
  return { name, severity: 'error', from: path === '' ? {} : { path }, to };
}

/** Folders in here are nouns. If two import each other, directly or in a circle, neither can be understood alone. */
export const NOUN_FOLDERS = /^server\/src\/usecases\/([^/]+)\//;
export const NOUN_CIRCLE_RULE = 'usecase-folders-form-no-circle';
