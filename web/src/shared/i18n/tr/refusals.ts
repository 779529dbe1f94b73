import { signInErrors } from './sign-in-errors.ts';

/** What went wrong, and what to do about it. */
export const refusals = {
  errors: {
    ...signInErrors,
    credentials_wrong: 'Kullanıcı adı ya da parola yanlış.',
    enrolment_missed: 'İkinci adım zamanında kurulmamış. Yöneticinizden yeni bir bağlantı isteyin.',
    origin_refused: 'İstek konsoldan gelmedi. Sayfayı yenileyin.',
    enrolment_invalid:
      'Bu bağlantı geçersiz, kullanılmış ya da süresi dolmuş. Yöneticinizden yenisini isteyin.',
    too_many_ibans: 'Çok fazla IBAN aradınız. Bir dakika bekleyin; aramalar kayda geçer.',
    decision_refused: 'Bu karar verilemedi. Yeniden okuyup deneyin.',
    deposit_claimed: 'Bu yatırıma başka biri bakıyor.',
  },
  refusals: {
    transaction_not_found: 'Bu yatırım bulunamadı. Listeyi yenileyin.',
    state_conflict: 'Bu yatırım artık bu durumda değil; yeniden okundu. Yeni durumuna bakın.',
    transaction_changed: 'Siz bakarken değişti; yeniden okundu. Bakıp yeniden karar verin.',
    nothing_left: 'Komisyon bu tutarın tamamını götürüyor. Tutarı denetleyin; doğruysa reddedin.',
    nothing_to_correct: 'Tutar ve hesap zaten kayıttaki gibi. Birini değiştirin.',
    account_without_money: 'Para gelmediyse hesabı da olmaz. Hesabı olduğu gibi bırakın.',
    account_unclear: 'Oyuncu iki hesaptan birine göndermiş olabilir. Paranın geldiği hesabı seçin.',
    paying_account_unavailable: 'Seçilen hesap bulunamadı. Başka bir hesap seçin.',
    reason_invalid: 'Bu nedenle reddedilemez ya da bir not gerekir. Nedeni yeniden seçin.',
    bulk_too_large: 'Birlikte en çok 100 yatırım onaylanır. Birkaç seferde onaylayın.',
    needs_own_decision: 'Uyarısı var ya da iki kişi ister. Açıp tek başına karar verin.',
    request_already_open: 'Bu yatırım için zaten ikinci onay bekleniyor. Önce o sonuçlansın.',
    pressed_otherwise:
      'Bu karar daha önce başka bir tutar, hesap ya da nedenle gönderildi ve o geçerli. Yatırımı açıp sonucuna bakın.',
    sighting_needed: 'Bu para iki kez yazılabilir. Bankadaki sorgu/dekont numarasını ve göndereni yazın.',
    bank_reference_used:
      'Bu sorgu/dekont no daha önce kullanıldı; para yazılmış olabilir. Banka iki ayrı transfer gösteriyorsa işaretleyip yeniden onaylayın.',
    money_seen_missing: 'Bu neden paranın geldiğini söyler. Gelen tutarı ve hesabı yazın.',
    money_seen_unsaid: 'Para geldi mi, gelmedi mi? Birini seçin.',
    money_seen_contradicts: '“Para gelmedi” seçiliyken tutar yazılamaz. Başka bir neden seçin.',
    money_seen_before: 'Bu para daha önce reddedildi ve kayıtta. Tutar yazmadan reddedin.',
    hold_out_of_range: 'En çok 7 gün bekletilebilir. Daha yakın bir zaman seçin.',
    not_held: 'Bu yatırım bekletilmiyor. Yeniden okundu.',
    deposit_still_open: 'Bu yatırım hâlâ açık; gelen tutarla onaylayın.',
    late_money_waiting: 'Bu yatırımın geç gelen parası zaten sırada. Önce ona karar verin.',
    refused_money_not_found: 'Reddedilen para bu hesapta bulunamadı. Hesabı denetleyin.',
    refused_money_exceeded: 'Reddedilen paradan kalan bu kadar değil. Daha küçük bir tutar yazın.',
    refused_money_unsaid: 'Aynı numarayla reddedilmiş bir para duruyor. Bu o para mı, yeni mi; birini seçin.',
    refused_money_elsewhere: 'Bu para reddedildiği hesapta durur. O hesabı seçin.',
    other: 'Bu karar verilemedi; yatırım yeniden okundu. Bakıp yeniden deneyin.',
  },
};
