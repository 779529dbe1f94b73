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
    too_many_statements:
      'Hazırlanmakta olan ya da bugün istenen çok ekstre var. Bitmesini bekleyin ya da yarın yeniden deneyin.',
    statement_not_ready: 'Bu ekstrenin dosyası henüz hazır değil.',
    too_many_credentials: 'En çok on geçerli anahtarınız olabilir. Önce kullanılmayan birini iptal edin.',
    not_ready: 'Şu anda anahtar üretemiyoruz. Bir dakika sonra yeniden deneyin.',
    network_request_open: 'Onay bekleyen bir ağ isteği zaten var. Önce onun sonuçlanması gerekir.',
    too_many_networks: 'Liste çok uzun. Birkaç ağı çıkarın ya da daha fazlası için bize yazın.',
    own_request: 'Kendi isteğinizi onaylayamaz ya da reddedemezsiniz.',
    not_own_request: 'İsteği yalnızca isteyen kişi geri çekebilir.',
    request_over: 'Bu istek artık geçerli değil. Sayfayı yenileyin.',
    endpoint_disabled: 'Bu adres tarafımızdan kapatıldı. Açılması için bize yazın.',
    endpoint_not_active: 'Duraklatılmış bir adrese test gönderilmez.',
    webhook_test_open: 'Bir test zaten sürüyor.',
    webhook_tests_too_often: 'Bir dakikada çok test gönderdiniz. Biraz bekleyin.',
    no_worker_alive: 'Şu anda gönderim yapılamıyor. Bir dakika sonra yeniden deneyin.',
    event_not_resendable: 'Bu bildirim yeniden gönderilemez; sırası gelince kendiliğinden gönderilir.',
  },
};
