import type { TableRules } from './configuration-rules.ts';
import { decidedAloneRow, ended, requestRow } from '../rows/four-eyes-rows.ts';

export const FOUR_EYES_RULES: readonly TableRules[] = [
  {
    table: 'second_person_request',
    validRow: requestRow,
    refused: [
      ['ids are unique', 'second_person_request_pkey', (w) => ({ id: w.request['id'] })],
      ['an action is a noun and a verb', 'second_person_request_action', { action: 'everything' }],
      ['a request is open or ended', 'second_person_request_status', { ...ended('lost') }],
      [
        'an ended request names the person who ended it',
        'second_person_request_decided',
        { status: 'withdrawn', decided_by_id: 'ayse' },
      ],
      [
        'an open request is undecided',
        'second_person_request_decided',
        { decided_by: 'Mehmet', decided_at: new Date() },
      ],
      ['a request names the person who asked', 'second_person_request_people', { asked_by: '' }],
      ['a person has an id', 'second_person_request_ids', { asked_by_id: '' }],
      ['the asker is a person', 'second_person_request_kinds', { asked_by_kind: 'system' }],
      [
        'a player ends nothing',
        'second_person_request_kinds',
        { ...ended('confirmed'), decided_by_kind: 'player' },
      ],
      [
        'no person confirms their own request',
        'second_person_request_second',
        { ...ended('confirmed'), decided_by_id: 'ayse', decided_by: 'Another Name' },
      ],
      [
        'a namesake confirms nothing',
        'second_person_request_names',
        { ...ended('confirmed'), decided_by: ' A YŞE.' },
      ],
      [
        'another spelling confirms nothing',
        'second_person_request_names',
        { ...ended('confirmed'), decided_by: 'AYSE' },
      ],
      [
        'nor did a namesake before people had ids',
        'second_person_request_second',
        { ...ended('confirmed'), asked_by_kind: null, decided_by: ' A YŞE.' },
      ],
      [
        'who confirms is known',
        'second_person_request_second',
        { ...ended('confirmed'), decided_by_id: null },
      ],
      [
        'what an unknown person asked is not confirmed',
        'second_person_request_second',
        { ...ended('confirmed'), asked_by_id: null },
      ],
      ['only the asker withdraws', 'second_person_request_own', { ...ended('withdrawn') }],
      ['who declines says why', 'second_person_request_declined', { ...ended('declined') }],
      [
        'who confirms needs no reason',
        'second_person_request_declined',
        { ...ended('confirmed'), decision_note: 'fine' },
      ],
      [
        'a reason has letters',
        'second_person_request_decision_note',
        { ...ended('declined'), decision_note: '' },
      ],
      ['only a job lets requests expire', 'second_person_request_expired', { ...ended('expired') }],
      [
        'a job confirms nothing',
        'second_person_request_expired',
        { ...ended('confirmed'), decided_by_kind: 'system' },
      ],
      [
        'a request waits a week at most',
        'second_person_request_in_time',
        { expires_at: new Date(Date.now() + 8 * 86_400_000) },
      ],
      [
        'nothing is confirmed after its time',
        'second_person_request_in_time',
        { ...ended('confirmed'), expires_at: new Date(Date.now() - 1_000) },
      ],
      ['a subject has a type', 'second_person_request_subject', { subject_type: 'A Thing' }],
      ['a subject has an id', 'second_person_request_subject', { subject_id: '' }],
      ['a note has letters', 'second_person_request_note', { note: '' }],
      [
        'one request at a time is open about a transaction',
        'second_person_request_one_open',
        (w) => ({ subject_id: w.request['subject_id'] }),
      ],
    ],
  },
  {
    table: 'decided_alone',
    validRow: decidedAloneRow,
    refused: [
      ['a subject has one sum a day', 'decided_alone_pkey', (w) => ({ subject: w.decidedAlone['subject'] })],
      ['a sum is of a known kind', 'decided_alone_kind', { kind: 'weather' }],
      ['a sum has a subject', 'decided_alone_subject', { subject: '' }],
      ['no sum passes its limit', 'decided_alone_sum', { sum_cents: 5_000_001n }],
      ['a sum is above zero', 'decided_alone_sum', { sum_cents: 0n }],
    ],
  },
];
