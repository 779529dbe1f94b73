import { vezne } from './client.ts';

const { transaction } = await vezne.createWithdrawal({
  amount: '1000.00',
  currency: 'TRY',
  externalReference: 'payout-2001',
  customer: {
    id: '42',
    username: 'ayse',
    fullName: 'Ayşe Işık',
  },
  withdrawalAccount: {
    bankName: 'Ziraat Bankası',
    accountHolderName: 'Ayşe Işık',
    iban: 'TR330006100519786457841326',
  },
});

console.log(JSON.stringify(transaction, null, 2));
