const sections = [...document.querySelectorAll('#contents a[href^="#"]')].flatMap((link) => {
  const target = document.getElementById(link.hash.slice(1));
  return target.matches('h1, h2') ? [{ link, target }] : [];
});

function markPlace() {
  // A heading counts as reached a little before it is at the top.
  const line = Math.max(160, innerHeight / 4);
  const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
  const reached = sections.filter(({ target }) => target.getBoundingClientRect().top <= line);
  if (sections.length === 0) return;
  const current = isAtEnd ? sections.at(-1) : (reached.at(-1) ?? sections[0]);
  for (const { link } of sections) {
    const isHere = link === current.link;
    if (isHere && !link.classList.contains('here')) link.scrollIntoView({ block: 'nearest' });
    link.classList.toggle('here', isHere);
    if (isHere) link.setAttribute('aria-current', 'location');
    else link.removeAttribute('aria-current');
  }
}

let isPending = false;
addEventListener(
  'scroll',
  () => {
    if (isPending) return;
    isPending = true;
    requestAnimationFrame(() => {
      isPending = false;
      markPlace();
    });
  },
  { passive: true },
);
markPlace();

/** On a phone the list covers the page, so it closes after a choice. */
const menu = document.querySelector('.menu');
menu.addEventListener('click', (event) => {
  if (event.target.closest('a')) menu.open = false;
});
