/** Players who have not said that they paid. */
export const waiting = {
  waiting: {
    title: 'Players with a transfer to send',
    reload: 'Read the list again',
    oldest_first: 'Oldest first',
    age: 'Age',
    left: 'Left',
    over: 'over',
    player: 'Player',
    partner: 'Partner',
    asked: 'Asked',
    account: 'Account',
    code: 'Code',
    said: 'Told us',
    receipt: 'Receipt',
    sender: 'Sender',
    gone: 'Gone',
    nothing: 'Nobody has a transfer to send',
    nothing_text:
      'A deposit appears here when its player is shown an account, and leaves when they say that they paid.',
    none_open: 'No deposit is open',
    none_open_text:
      'Move with J and K, open with Enter. Opening a deposit doesn’t claim it. If you saw the money at the bank, press O to confirm for the player.',
    nothing_filtered: 'No player fits this filter',
    nothing_filtered_text: 'Change the filter or remove it.',
    keys: {
      on_behalf: 'confirm for the player',
      open_first: 'Open, to confirm for the player',
      reload: 'read again',
      reload_long: 'Read the list again',
    },
  },
};
