import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CONSOLE_API } from '@vezne/contract/console/routes';
import { PORTAL_API } from '@vezne/contract/portal/routes';
import type { SurfaceRoute } from '@vezne/contract/sign-in/route';
import { sourcesOf } from './pages-of.ts';

const ROUTES: Readonly<Record<string, SurfaceRoute>> = { ...CONSOLE_API, ...PORTAL_API };

/** "useHome() { return useQuery({ … api(getHome, …) … refetchInterval: … }) }" */
function polledBy(source: string): string[] {
  return source
    .split(/^(?:export )?(?:default )?function /m)
    .filter((part) => part.includes('refetchInterval:'))
    .flatMap((part) => [...part.matchAll(/useQuery\(\{[^]*?\n {2}\}\)/g)].map(([query]) => query))
    .filter((query) => query.includes('refetchInterval:'))
    .flatMap((query) => [...query.matchAll(/\bapi\((\w+)/g)].map(([, name = '']) => name));
}

for (const place of ['console', 'portal'] as const) {
  test(`what a page of the ${place} asks for by itself is no sign of a person`, () => {
    const polled = [...sourcesOf(place).values()].flatMap(polledBy);
    assert.ok(polled.length >= 5, `found ${polled.join(', ')}`);
    for (const name of polled)
      assert.equal(ROUTES[name]?.isPolled, true, `${name} is polled: an open page would keep its session`);
  });
}
