import { randomBytes } from 'node:crypto';
import type { TableRules } from './configuration-rules.ts';
import { credentialUseRow, networkRequestRow, sealingKeyRow } from '../rows/partner-key-rows.ts';
import { NO_PERSON, TAKEN } from '../rows/partner-people-rows.ts';

const ended = { ended_at: new Date() };
const byNewcomer = { ...ended, ended_by_id: TAKEN.newcomer.id };

/** The open request of the tests is of the world's partner, so new ones have ended. */
const overtaken = { status: 'overtaken', ...ended };

export const PARTNER_KEY_RULES: readonly TableRules[] = [
  {
    table: 'sealing_key',
    validRow: sealingKeyRow,
    refused: [
      ['a role says a version once', 'sealing_key_pkey', TAKEN.sealingKey],
      ['versions count from one', 'sealing_key_version', { version: 0 }],
      ['only those who open secrets say it', 'sealing_key_role', { role: 'vezne_portal' }],
      ['a key has 32 bytes', 'sealing_key_length', { public_key: randomBytes(31) }],
    ],
  },
  {
    table: 'credential_use',
    validRow: () => credentialUseRow({ credential: TAKEN.unusedKey }),
    refused: [
      ['a key has one last use', 'credential_use_pkey', (w) => ({ credential_id: w.credential['id'] })],
      ['a use is of a key', 'credential_use_of', { credential_id: NO_PERSON }],
    ],
  },
  {
    table: 'partner_network_request',
    validRow: (w) => networkRequestRow(w, TAKEN.person.id, overtaken),
    refused: [
      ['an id is one request', 'partner_network_request_pkey', { id: TAKEN.networkRequest.id }],
      ['it is of a partner', 'partner_network_request_partner_id_fkey', { partner_id: NO_PERSON }],
      ['a person asked', 'partner_network_request_asked_by', { asked_by_id: NO_PERSON }],
      ['a person ended it, if any', 'partner_network_request_ended_by', { ended_by_id: NO_PERSON }],
      ['it ends in a way that is known', 'partner_network_request_status', { status: 'forgotten' }],
      ['what has ended has a time', 'partner_network_request_ended', { ended_at: null }],
      [
        'nobody agrees to their own',
        'partner_network_request_two',
        { status: 'confirmed', ...ended, ended_by_id: TAKEN.person.id },
      ],
      [
        'nobody takes back what another asked',
        'partner_network_request_withdrawn',
        { status: 'withdrawn', ...byNewcomer },
      ],
      [
        'a list has an end',
        'partner_network_request_wanted',
        { wanted: Array.from({ length: 51 }, (_, index) => `192.0.2.${index}/32`) },
      ],
      [
        'a list is no table',
        'partner_network_request_wanted',
        { wanted: [['192.0.2.1/32'], ['192.0.2.2/32']] },
      ],
      ['a list has no gaps', 'partner_network_request_wanted', { wanted: ['192.0.2.1/32', null] }],
      ['one waits at a time', 'partner_network_request_open', { status: 'open', ended_at: null }],
    ],
  },
];
