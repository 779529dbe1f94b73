import { after, test } from 'node:test';
import { PLANTED_BUGS } from '../decisions/planted-bugs.ts';
import { summarise } from './figures.ts';

const startMs = performance.now();
let found = 0;

for (const { title, prove } of PLANTED_BUGS) {
  test(title, async (t) => {
    await prove(t);
    found += 1;
  });
}

after(() => {
  summarise({
    planted: PLANTED_BUGS.length,
    found,
    seconds: ((performance.now() - startMs) / 1_000).toFixed(0),
  });
});
