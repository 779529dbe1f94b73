import { signInErrors } from '../sign-in-errors.ts';

/** What went wrong, and what to do about it. A code of the contract without a sentence here does not compile. */
export const errors = {
  errors: {
    ...signInErrors,
    unavailable: 'Şu anda yanıt veremiyoruz. Hiçbir şey değişmedi; birazdan yeniden deneyin.',
    credentials_wrong: 'E-posta ya da parola yanlış.',
    enrolment_missed: 'İkinci adım zamanında kurulmamış. Hesabınızın sahibinden yeni bir davet isteyin.',
    origin_refused: 'İstek portaldan gelmedi. Sayfayı yenileyin.',
    enrolment_invalid:
      'Bu davet geçersiz, kullanılmış ya da süresi dolmuş. Sizi davet eden kişiden yenisini isteyin.',
    email_taken: 'Bu e-posta adresiyle zaten giriş yapılıyor. Başka bir adres yazın.',
    last_owner: 'Hesabın tek sahibi kaldırılamaz. Önce başka birini sahip olarak davet edin.',
    too_many_invitations: 'Bugün çok kişi davet ettiniz. Yarın yeniden deneyin.',
    month_not_closed: 'Bu ay henüz kapanmadı ya da bu aya ait ekstre yok. O zamana kadar bir dönem seçin.',
    day_to_come: 'Ekstre en geç bugüne kadar alınabilir. Daha erken bir gün seçin.',
    too_many_statements: 'Hazırlanmakta olan çok ekstre var. Bitmesini bekleyin.',
    statement_not_ready: 'Bu ekstrenin dosyası henüz hazır değil.',
  },
};
