const search = document.querySelector('#search');
const side = document.querySelector('.side');
const nav = document.querySelector('#contents');
const nothing = document.querySelector('.nothing');
const links = [...nav.querySelectorAll('a[href^="#"]')];

/** Texts that every call has, and code, would make every call match. */
const NOT_SEARCHED = '.statuses, .samples, .anchor, .copy';
const BLOCKS = 'h1, h2, h3, p, li, dt, dd, th, td, small, .type, pre';

function textOf(part) {
  const copy = part.cloneNode(true);
  for (const element of copy.querySelectorAll(NOT_SEARCHED)) element.remove();
  for (const element of copy.querySelectorAll(BLOCKS)) element.append(' ');
  return copy.textContent.replace(/\s+/g, ' ');
}

const entries = links.map((link) => {
  const target = document.getElementById(link.hash.slice(1));
  const text = textOf(target.closest('section') ?? target);
  const title = link.textContent.toLowerCase();
  return { link, item: link.closest('li'), title, text, lower: text.toLowerCase() };
});

function snippetOf({ text, lower }, word) {
  const at = lower.indexOf(word);
  const start = Math.max(0, text.lastIndexOf(' ', Math.max(0, at - 24)));
  const end = Math.min(text.length, at + word.length + 48);
  return `${start > 0 ? '…' : ''}${text.slice(start, end).trim()}${end < text.length ? '…' : ''}`;
}

function mark(words) {
  if (!CSS.highlights) return;
  CSS.highlights.delete('search');
  if (words.length === 0) return;
  const ranges = [];
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.data.toLowerCase();
    for (const word of words) {
      for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) {
        const range = new Range();
        range.setStart(walker.currentNode, at);
        range.setEnd(walker.currentNode, at + word.length);
        ranges.push(range);
      }
    }
  }
  CSS.highlights.set('search', new Highlight(...ranges));
}

function filter() {
  const query = search.value.trim().toLowerCase();
  const words = query.split(/\s+/).filter(Boolean);
  side.classList.toggle('searching', words.length > 0);
  for (const snippet of nav.querySelectorAll('.snippet')) snippet.remove();
  let found = 0;
  for (const entry of entries) {
    const isInTitle = words.every((word) => entry.title.includes(word));
    const isFound = isInTitle || words.every((word) => entry.lower.includes(word));
    entry.item.hidden = !isFound;
    if (isFound) found += 1;
    if (isFound && !isInTitle) {
      const snippet = document.createElement('span');
      snippet.className = 'snippet';
      snippet.textContent = snippetOf(entry, words[0]);
      entry.item.append(snippet);
    }
  }
  // Pages of the site match nothing: the search is about this page.
  for (const section of nav.querySelectorAll('section')) {
    const isOfPage = section.querySelector('a[href^="#"]') !== null;
    section.hidden = isOfPage ? !section.querySelector('li:not([hidden])') : words.length > 0;
  }
  nothing.hidden = found > 0;
  nothing.textContent = found > 0 ? '' : `Nothing matches “${search.value.trim()}”.`;
  nav.scrollTop = 0;
  // A single letter would mark half of the page.
  mark(words.filter((word) => word.length > 1));
}

search.parentElement.hidden = false;
search.addEventListener('input', filter);
search.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') {
    search.value = '';
    filter();
    search.blur();
  }
  if (event.key === 'Enter') {
    const best =
      entries.find(({ item, title }) => !item.hidden && title.includes(search.value.trim().toLowerCase())) ??
      entries.find(({ item }) => !item.hidden);
    best?.link.click();
  }
});
document.addEventListener('keydown', (event) => {
  const isTyping = event.target.closest?.('input, textarea, [contenteditable]');
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  search.focus();
});

/** On a phone the results cover the page, so they close after a choice. */
nav.addEventListener('click', (event) => {
  if (event.target.closest('a')) side.classList.remove('searching');
});
search.addEventListener('focus', filter);
