const LANGUAGE_KEY = 'vezne-docs-language';

/** A browser may refuse storage. Then the choice lasts only as long as the page. */
function remembered() {
  try {
    return localStorage.getItem(LANGUAGE_KEY);
  } catch {
    return null;
  }
}

function remember(language) {
  try {
    localStorage.setItem(LANGUAGE_KEY, language);
  } catch {
    // See above.
  }
}

function show(language) {
  for (const group of document.querySelectorAll('.samples')) {
    const samples = [...group.querySelectorAll('[role=tabpanel]')];
    // A group may lack the language. It then keeps what it shows.
    const chosen = samples.find((sample) => sample.dataset.language === language);
    if (!chosen) continue;
    for (const sample of samples) sample.classList.toggle('shown', sample === chosen);
    for (const tab of group.querySelectorAll('[role=tab]')) {
      const isChosen = tab.dataset.language === language;
      tab.setAttribute('aria-selected', String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
    }
  }
}

function choose(tab) {
  // The samples above change their heights too. The clicked tab should stay where it is.
  const before = tab.getBoundingClientRect().top;
  show(tab.dataset.language);
  remember(tab.dataset.language);
  scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' });
}

/** Without a script each sample opens by hand. A panel of a tab has no summary, and may not be such an element. */
function panelOf(details, id) {
  const panel = document.createElement('div');
  panel.id = id;
  panel.dataset.language = details.dataset.language;
  panel.setAttribute('role', 'tabpanel');
  details.querySelector('summary').remove();
  panel.append(...details.childNodes);
  details.replaceWith(panel);
  return panel;
}

function makeTabs(group, index) {
  const tabs = document.createElement('div');
  tabs.className = 'tabs';
  tabs.setAttribute('role', 'tablist');
  tabs.setAttribute('aria-label', document.body.dataset.sampleLanguage);
  for (const details of group.querySelectorAll('details')) {
    const summary = details.querySelector('summary');
    const sample = panelOf(details, `sample-${index}-${details.dataset.language}`);
    const tab = document.createElement('button');
    tab.type = 'button';
    tab.id = `${sample.id}-tab`;
    tab.textContent = summary.textContent;
    sample.setAttribute('aria-labelledby', tab.id);
    tab.dataset.language = sample.dataset.language;
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', sample.id);
    tab.addEventListener('click', () => choose(tab));
    tabs.append(tab);
  }
  tabs.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const all = [...tabs.children];
    const next = all[(all.indexOf(document.activeElement) + step + all.length) % all.length];
    choose(next);
    next.focus();
  });
  group.prepend(tabs);
  group.classList.add('tabbed');
  const [first] = tabs.children;
  first.setAttribute('aria-selected', 'true');
  group.querySelector('[role=tabpanel]').classList.add('shown');
}

for (const [index, group] of [...document.querySelectorAll('.samples')].entries()) makeTabs(group, index);
show(remembered() ?? 'curl');
