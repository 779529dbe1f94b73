/** What a search has found, and what it has not. */
export const search = {
  search: {
    meant: 'Nothing has this code. Did you mean:',
    late: 'late money',
    unread: 'Transactions can’t be looked up at the moment. Try again.',
    more: 'There are more. Type a little more of it.',
    nowhere: 'Found in none of: {{kinds}}',
    since: 'The amount was looked for among what waits and what was decided since {{time}}.',
    kinds: {
      id: 'Id',
      code: 'Reference code',
      iban: 'IBAN of a payout',
      amount: 'Amount',
      reference: 'Partner’s reference',
      player_id: 'Player’s id',
      user_name: 'Username',
      name: 'Player’s name',
    },
    looks: {
      id: 'Looks like an id',
      code: 'Looks like a reference code',
      iban: 'Looks like an IBAN',
      amount: 'Looks like an amount',
    },
  },
};
