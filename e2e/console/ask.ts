/** Asks for a second person as a page does. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';

/** An approval that takes two, by whoever is signed in here; returns the id of the request. */
export async function askForApproval(page: Page, depositId: string, actualAmount: string): Promise<string> {
  const decisionId = randomUUID();
  const said = JSON.stringify({ decisionId, actualAmount, note: 'Bankada görüldü' });
  const outcome = await page.evaluate<string>(`(async () => {
    const { seen } = await (await fetch('/api/deposits/${depositId}')).json();
    const answer = await fetch('/api/deposits/${depositId}/approve', {
      method: 'POST', headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ seen, ...${said} }),
    });
    const { outcome, code, refusal } = await answer.json();
    return outcome ?? code + ' ' + refusal;
  })()`);
  assert.equal(outcome, 'asked');
  return decisionId;
}
