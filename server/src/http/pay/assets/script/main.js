/** What is done with every content of the page: with the first, and with each that replaces it. */
const preparations = [];

export function currentMain() {
  return document.querySelector('main');
}

export function prepareEachMain(prepare) {
  preparations.push(prepare);
  prepare(currentMain());
}

/** Replaces the content of the page by that of another page of ours. Returns the new content. */
export function replaceMain(page) {
  const main = document.adoptNode(page.querySelector('main'));
  currentMain().replaceWith(main);
  document.title = page.title;
  for (const prepare of preparations) prepare(main);
  scrollTo(0, 0);
  return main;
}

export function readPage(html) {
  return new DOMParser().parseFromString(html, 'text/html');
}
