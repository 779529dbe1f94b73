import { vezne } from './client.ts';

const { transaction } = await vezne.createDeposit({
  amount: '1000.00',
  currency: 'TRY',
  externalReference: 'order-1001',
  redirectUrl: 'https://shop.example/return',
  customer: {
    id: '42',
    username: 'ayse',
    fullName: 'Ayşe Işık',
  },
});

// Send the player to transaction.hostedUrl.
console.log(JSON.stringify(transaction, null, 2));
