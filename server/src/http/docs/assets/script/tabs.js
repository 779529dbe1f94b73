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
    const samples = [...group.querySelectorAll('details')];
    // curl has no shared function, so a group may lack the language. It then keeps what it shows.
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

function makeTabs(group, index) {
  const tabs = document.createElement('div');
  tabs.className = 'tabs';
  tabs.setAttribute('role', 'tablist');
  tabs.setAttribute('aria-label', 'Language');
  for (const sample of group.querySelectorAll('details')) {
    sample.open = true;
    sample.id = `sample-${index}-${sample.dataset.language}`;
    sample.setAttribute('role', 'tabpanel');
    const tab = document.createElement('button');
    tab.type = 'button';
    tab.textContent = sample.querySelector('summary').textContent;
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
  group.querySelector('details').classList.add('shown');
}

for (const [index, group] of [...document.querySelectorAll('.samples')].entries()) makeTabs(group, index);
show(remembered() ?? 'curl');
