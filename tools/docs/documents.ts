import { errorsDocument } from './errors.ts';
import { fourEyesDocument } from './four-eyes.ts';
import { ledgerDocument } from './ledger.ts';
import { monitoringDocument } from './monitoring.ts';
import { permissionsDocument } from './permissions.ts';
import { statesDocument } from './states.ts';
import { flowPicture } from './svg/flow-picture.ts';
import { depositLedgerPicture, withdrawalLedgerPicture } from './svg/ledger-pictures.ts';
import type { Picture } from './svg/picture.ts';
import { statesPicture } from './svg/states-picture.ts';
import { webhooksDocument } from './webhooks.ts';

/** Every picture that is generated from the code, by its path. */
export function pictures(): Readonly<Record<string, Picture>> {
  return {
    'docs/images/flow-en.svg': flowPicture('en'),
    'docs/images/flow-tr.svg': flowPicture('tr'),
    'docs/images/states-deposit.svg': statesPicture('deposit'),
    'docs/images/states-withdrawal.svg': statesPicture('withdrawal'),
    'docs/images/ledger-deposit.svg': depositLedgerPicture(),
    'docs/images/ledger-withdrawal.svg': withdrawalLedgerPicture(),
  };
}

/** Every file that is generated from the code, by its path. */
export function documents(): Readonly<Record<string, string>> {
  const drawn = Object.entries(pictures()).map(([path, { svg }]) => [path, svg]);
  return {
    'docs/errors.md': errorsDocument(),
    'docs/four-eyes.md': fourEyesDocument(),
    'docs/monitoring.md': monitoringDocument(),
    'docs/permissions.md': permissionsDocument(),
    'docs/states.md': statesDocument(),
    'docs/ledger.md': ledgerDocument(),
    'docs/webhooks.md': webhooksDocument(),
    ...Object.fromEntries(drawn),
  };
}
