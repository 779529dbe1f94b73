import type { Command } from 'commander';
import { listCredentials } from '../../db/read/partners/credentials.ts';
import { readTermsInForce, readTermsToCome } from '../../db/read/partners/partner-terms.ts';
import type { TermsVersion } from '../../db/read/partners/partner-terms.ts';
import { getPartner } from '../../usecases/partners/get.ts';
import { plainValues } from '../../usecases/plain-values.ts';
import { action } from '../action.ts';
import { withDatabase } from '../with-database.ts';
import { credentialRow } from '../credentials/credential-row.ts';
import { defineCommand } from '../define-command.ts';
import { indented, timeText } from '../layout.ts';
import { print } from '../output.ts';
import type { Output } from '../output.ts';
import { settingsRows } from './settings-options.ts';
import { termsText } from './terms-options.ts';

export function addShow(partner: Command): void {
  defineCommand(partner, {
    name: 'show <partner>',
    description: 'all about one partner, by name or id: settings, terms, credentials without their secrets',
    examples: ['vezne partner show Acme'],
  }).action(
    action(async (nameOrId: string, options: Output) => {
      await withDatabase(async (db) => {
        const shown = await getPartner(db, nameOrId);
        const terms = await readTermsInForce(db, shown.id);
        const termsToCome = await readTermsToCome(db, shown.id);
        const credentials = await listCredentials(db, shown.id);
        print(options, plainValues({ partner: shown, terms, termsToCome, credentials }), [
          shown.name,
          ...indented([['id', shown.id], ...settingsRows(shown), ['created', timeText(shown.createdAt)]]),
          'Terms',
          ...indented(terms.map(termsRow)),
          ...(termsToCome.length === 0 ? [] : ['Terms to come', ...indented(termsToCome.map(termsRow))]),
          'Credentials',
          ...(credentials.length === 0 ? ['  none'] : indented(credentials.map(credentialRow))),
        ]);
      });
    }),
  );
}

function termsRow(terms: TermsVersion): string[] {
  return [
    terms.direction,
    termsText(terms),
    `from ${timeText(terms.effectiveFrom)}`,
    `version ${terms.version}, ${timeText(terms.createdAt)} by ${terms.createdBy}`,
  ];
}
