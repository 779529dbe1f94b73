import { ERRORS_TR } from './errors-tr.ts';
import type { Words } from './words.ts';

export const TR: Words = {
  statuses: {
    waiting_payment: {
      deposit: 'Oluşturuldu. Oyuncu transferi yaptığını henüz bildirmedi. İşlemi hâlâ iptal edebilirsiniz.',
      withdrawal: null,
    },
    waiting_confirmation: {
      deposit: 'Oyuncu transferi yaptığını bildirdi. Operatör parayı arar ve karar verir.',
      withdrawal: 'Oluşturuldu ve onay sürecinde. Bir operatör işleme alana kadar iptal edebilirsiniz.',
    },
    approved: {
      deposit: 'Para geldi. Oyuncuya `playerAmountCents` kadar bakiye yükleyin.',
      withdrawal: 'Para oyuncuya gönderildi.',
    },
    rejected: {
      deposit:
        'Bakiye yüklenmeden kapandı; nedeni `reasonCode` alanındadır. Sonradan gelen para ayrı bir yatırım işlemi olur.',
      withdrawal:
        'Oyuncuya ödeme yapılmadı ya da banka parayı geri gönderdi; tutarı oyuncuya iade edin. Banka parayı onaydan sonra da geri gönderebilir: `approved`, sonradan `rejected` olabilir.',
    },
  },
  reasons: {
    no_money_seen: 'Transfer gelmedi.',
    amount_mismatch: 'Gelen tutar kabul edilemedi.',
    third_party_sender: 'Para başka birinin hesabından geldi.',
    duplicate: 'Aynı ödeme başka bir işlem olarak yapıldı.',
    suspected_fraud: 'Operatörler dolandırıcılıktan şüpheleniyor.',
    player_request: 'Oyuncu istedi.',
    partner_cancelled: 'Siz iptal ettiniz.',
    expired: 'Oyuncu süresi içinde ödemedi.',
    account_closed: 'Banka hesabı kapalı.',
    payout_failed: 'Banka ödemeyi gerçekleştirmedi.',
    payout_returned: 'Banka, onaylanan ödemeyi geri gönderdi.',
    other: 'Başka bir neden; bize sorun.',
  },
  events: {
    'deposit.approved': {
      means: 'Para geldi.',
      doThis: 'Oyuncuya `playerAmountCents` kadar bakiye yükleyin. İstenen tutardan farklı olabilir.',
    },
    'deposit.rejected': {
      means: 'Para gelmedi, süre doldu ya da işlem iptal edildi. Hangisi olduğunu `reasonCode` söyler.',
      doThis: 'Bakiye yüklemeyin. Oyuncuya yatırımın kapandığını gösterin.',
    },
    'withdrawal.approved': {
      means: 'Ödeme yapıldı.',
      doThis: 'Ödendi olarak işaretleyin. Tutarı oyuncunun bakiyesinden daha önce düşmüştünüz.',
    },
    'withdrawal.rejected': {
      means: 'Ödeme yapılmadı ya da banka parayı geri gönderdi.',
      doThis:
        'Oyuncuya `playerAmountCents` kadarını, yani istenen tutarın tamamını iade edin. `withdrawal.approved` olayından sonra da gelebilir.',
    },
    'deposit.corrected': {
      means: 'Bir onay hatalıydı. Bu olay yalnızca isterseniz gönderilir.',
      doThis:
        'Bu `transactionId` için yüklediğiniz tutarın yerine `playerAmountCents` tutarını koyun. Bu tutar fark değildir.',
    },
  },
  errors: ERRORS_TR,
  headings: {
    status: 'Durum',
    ofDeposit: 'Yatırımda',
    ofWithdrawal: 'Çekimde',
    reason: 'Neden',
    meaning: 'Anlamı',
    event: 'Olay',
    means: 'Ne oldu',
    doThis: 'Ne yapmalısınız',
    code: 'Kod',
    cause: 'Sebep',
    remedy: 'Ne yapmalısınız',
    attempt: 'Deneme',
    wait: 'Öncesindeki bekleme',
    sinceFirst: 'İlk denemeden itibaren',
    part: 'Parça',
    example: 'Örnekteki değeri',
  },
  never: 'Bulunmaz.',
  units: { second: 'sn', minute: 'dk', hour: 'sa' },
};
