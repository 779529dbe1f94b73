import type { TransactionStatus } from '@vezne/domain/transaction-state';

export type Language = 'tr' | 'en';

interface StatusTexts {
  amount: string;
  status: Readonly<Record<TransactionStatus, { heading: string; body: string }>>;
  missing: { heading: string; body: string };
  unavailable: { heading: string; body: string };
}

export const STATUS_TEXTS: Readonly<Record<Language, StatusTexts>> = {
  tr: {
    amount: 'Tutar',
    status: {
      waiting_payment: {
        heading: 'Transferiniz bekleniyor',
        body: 'Bu işlem için henüz bir transfer bildirmediniz.',
      },
      waiting_confirmation: {
        heading: 'Transferiniz kontrol ediliyor',
        body: 'Ödemenizi aldığımızda hesabınıza geçecek. Beklemenize gerek yok.',
      },
      approved: { heading: 'Ödemeniz onaylandı', body: 'Transferinizi aldık ve siteye bildirdik.' },
      rejected: {
        heading: 'İşlem sonuçlanmadı',
        body: 'Bu işlem kapatıldı. Sorularınız için sitenin destek ekibine başvurun.',
      },
    },
    missing: { heading: 'Sayfa bulunamadı', body: 'Bu adreste bir ödeme yok. Siteye dönüp yeniden deneyin.' },
    unavailable: {
      heading: 'Lütfen birazdan yeniden deneyin',
      body: 'Ödemenizin durumunu şu anda gösteremiyoruz. Ödemeniz bundan etkilenmez.',
    },
  },
  en: {
    amount: 'Amount',
    status: {
      waiting_payment: {
        heading: 'Waiting for your transfer',
        body: 'You have not told us of a transfer for this payment yet.',
      },
      waiting_confirmation: {
        heading: 'We are checking your transfer',
        body: 'You will be credited when your payment has arrived. There is no need to wait here.',
      },
      approved: {
        heading: 'Your payment is approved',
        body: 'We have received your transfer and told the site.',
      },
      rejected: {
        heading: 'This payment was not completed',
        body: 'It is closed. Please ask the support of the site if you have questions.',
      },
    },
    missing: {
      heading: 'Page not found',
      body: 'There is no payment at this address. Please go back to the site and try again.',
    },
    unavailable: {
      heading: 'Please try again in a moment',
      body: 'We cannot show the state of your payment right now. Your payment is not affected.',
    },
  },
};
